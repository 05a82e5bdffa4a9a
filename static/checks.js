// The page that checks a match: from the commitment to the cards, in this browser, over its own cryptography. The
// method is described in the package engine/shuffle of the program's source.

const page = document.getElementById("check");

const bytes = (digits) => Uint8Array.from(digits.match(/../g), (two) => parseInt(two, 16));
const hex = (list) => Array.from(new Uint8Array(list), (byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = (list) => crypto.subtle.digest("SHA-256", list);

// seedOf derives the seed of a round: an HMAC of the secret, or under the older method a hash.
async function seedOf({ shuffle, number, contributions }, secret, round) {
  const text = (of) => new TextEncoder().encode(of);
  if (shuffle === "shuffle-v1") {
    const place = new Uint8Array(8);
    new DataView(place.buffer).setUint32(4, round);
    const parts = [text("carteado shuffle-v1 "), secret, place, text("round")];
    return sha256(Uint8Array.from(parts.flatMap((part) => [...part])));
  }
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const mixed = [`carteado ${shuffle} ${number} round ${round}`, ...contributions].join("\n");
  return crypto.subtle.sign("HMAC", key, text(mixed));
}

// numbers is the stream of a seed: ChaCha8 as C2SP chacha8rand specifies it.
function* numbers(seed) {
  let key = new Uint32Array(seed);
  for (;;) {
    const out = new Uint32Array(256);
    for (let block = 0; block < 16; block++) {
      const b = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...key, block, 0, 0, 0);
      const add = (to, from, turned, by) => {
        b[to] += b[from];
        b[turned] ^= b[to];
        b[turned] = (b[turned] << by) | (b[turned] >>> (32 - by));
      };
      for (let half = 0; half < 8; half++) {
        for (let i = 0; i < 4; i++) {
          const at = (row) => 4 * row + ((i + (half % 2) * row) % 4);
          add(at(0), at(1), at(3), 16);
          add(at(2), at(3), at(1), 12);
          add(at(0), at(1), at(3), 8);
          add(at(2), at(3), at(1), 7);
        }
      }
      const base = (block >> 2) * 64 + (block % 4);
      b.forEach((word, w) => (out[base + 4 * w] = w > 3 && w < 12 ? word + key[w - 4] : word));
    }
    for (let i = 0; i < 248; i += 2) yield (BigInt(out[i + 1]) << 32n) | BigInt(out[i]);
    key = out.slice(248);
  }
}

// shuffled is the pack in the order that a seed decides: Fisher–Yates, from the last place to the second.
function shuffled(pack, seed) {
  const cards = [...pack];
  const chance = numbers(seed);
  for (let i = cards.length - 1; i > 0; i--) {
    const n = BigInt(i + 1);
    let v = chance.next().value;
    while (v < 2n ** 64n % n) v = chance.next().value;
    const j = Number(v % n);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

// fits is a step's result.
function fits(step, good) {
  const line = page.querySelector(`[data-fit=${step}]`);
  line.hidden = false;
  line.classList.toggle("fit--bad", !good);
  line.querySelector(".is-good").hidden = !good;
  line.querySelector(".is-bad").hidden = good;
  line.closest("li").classList.toggle("is-bad", !good);
  return good;
}

// own compares with what this browser has sent, and beside which seal. What a browser has drawn is never drawn twice:
// where it was sent beside another seal, this one took the other's place.
function own({ mine, commitment, contributions, hows }) {
  const text = contributions[mine];
  const sent = added(); // of forms.js
  const under = sent.filter(([seal]) => seal === commitment);
  const elsewhere = hows[mine] === "browser" && sent.some(([, other]) => other === text);
  if (under.length || elsewhere) return fits("own", under.some(([, other]) => other === text));
  page.querySelector("#unremembered").hidden = !["word", "browser"].includes(hows[mine]);
  return true;
}

// The seal is made of the same number and secret as the deals, and the deals of what the page shows that was added.
async function check() {
  const match = JSON.parse(page.dataset.check);
  const secret = bytes(match.secret);
  const committed = `carteado ${match.shuffle} ${match.number} ${match.secret}`;
  const made = hex(await sha256(new TextEncoder().encode(committed)));
  let good = fits("seal", made === match.commitment);
  // Others may play where this browser has sent something: it was refused, or its reader has stood up.
  if (match.mine >= 0) good = own(match) && good;
  let same = true;
  for (const round of match.rounds) {
    const cards = shuffled(match.pack, await seedOf(match, secret, round.number));
    for (const pile of round.piles) same &&= pile.at.every((at, i) => cards[at] === pile.cards[i]);
  }
  if (match.rounds.length) good = fits("cards", same) && good;
  good &&= !match.fault;
  page.querySelector(".verdict--good").hidden = !good;
  page.querySelector(".verdict--bad").hidden = good;
  for (const by of page.querySelectorAll("[data-by]")) by.hidden = by.dataset.by !== "browser";
  page.dataset.checked = good ? "good" : "bad";
}

// Only pages that came over https, or from this very machine, may use the browser's cryptography.
if (page && crypto.subtle) check();
