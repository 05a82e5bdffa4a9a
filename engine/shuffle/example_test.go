package shuffle_test

import (
	"fmt"

	"carteado/engine/card"
	"carteado/engine/shuffle"
)

// A seed is committed to before the deal and shown after the match; until then
// it prints as [hidden].
func ExampleSeed() {
	var seed shuffle.Seed // of a match, 32 bytes of crypto/rand
	fmt.Println("before:", seed.Commit("17"), seed)
	fmt.Println("after:", seed.Hex())

	pack := card.French()
	shuffle.Cards(pack, seed.Derive("round", 1))
	fmt.Println(card.Write(pack[:7]))
	// Output:
	// before: 8764eb4cea3e68d1b3e9b424ab361e87a2dc06f282bb820592df0b1a44d6ea23 [hidden]
	// after: 0000000000000000000000000000000000000000000000000000000000000000
	// 6S AC 8D 6C 6H KC 5D
}
