package shuffle_test

import (
	"fmt"

	"carteado/engine/card"
	"carteado/engine/shuffle"
)

// A secret is committed to before anybody sits down, mixed with what the seats add, and
// shown after the match; until then it prints as [hidden].
func Example() {
	var secret shuffle.Seed // of a match, 32 bytes of crypto/rand
	fmt.Println("before:", secret.Commit(shuffle.V2, "17"), secret)

	mix := shuffle.Mix{Secret: secret, Match: "17", Contributions: []string{"jabuticaba", "1958"}}
	pack := card.French()
	shuffle.Cards(pack, mix.Derive("round", 1))
	fmt.Println(card.Write(pack[:7]))

	fmt.Println("after:", secret.Hex())
	// Output:
	// before: afe89671e791c9365fe7d3813ddc7152e2087ba04983988abbc80146635d6220 [hidden]
	// 7S 2S QH 6C JC JH 5D
	// after: 0000000000000000000000000000000000000000000000000000000000000000
}
