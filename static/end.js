// A round ends on the felt: the hands turn over, what was laid off goes to its meld, the
// points add up, and the score rises. A press goes on at once. A round is shown so once,
// and not to those who wish for less motion.

const main = document.getElementById("main");
const end = document.getElementById("end");
const rest = 900; // ms between two steps
const face = (card) => card.querySelector("use").getAttribute("href");
let timer = 0;

// turn lets the cards of each hand turn over one after the other.
function turn() {
  for (const hand of end.querySelectorAll(".open")) {
    hand.querySelectorAll(".card").forEach((card, i) => {
      card.animate([{ rotate: "y 90deg" }, {}], { duration: 420, delay: Math.min(i, 20) * 40, easing: "cubic-bezier(.45, 0, .2, 1)", fill: "backwards" });
    });
  }
  return 1200;
}

// slide lets laid-off cards go from the hand to their melds.
function slide() {
  const went = [...end.querySelectorAll(".went .card")];
  const ways = [...end.querySelectorAll(".came")].map((card) => {
    const [to, from] = [card, went.find((other) => face(other) === face(card)) ?? card].map((at) => at.getBoundingClientRect());
    return { card, start: { translate: `${from.left - to.left}px ${from.top - to.top}px` } };
  });
  ways.forEach(({ card, start }, i) => {
    card.animate([start, {}], { duration: 480, delay: i * 160, easing: "cubic-bezier(.2, .8, .3, 1)", fill: "backwards" });
  });
  return 320 + ways.length * 160;
}

// count lets the points of the round add up. It changes the letters alone: another text
// in their place would have the styles of the whole page looked up anew.
function count() {
  const sums = [...end.querySelectorAll(".gain b")].map(({ firstChild: text }) => ({ text, whole: text.data, n: parseInt(/\d+/.exec(text.data), 10) }));
  const time = Math.min(1200, 90 * Math.max(...sums.map(({ n }) => n), 0));
  const begun = performance.now();
  const draw = () => {
    const part = end.dataset.step ? Math.min(1, (performance.now() - begun) / (time || 1)) : 1;
    for (const { text, whole, n } of sums) {
      const now = whole.replace(/\d+/, Math.round(n * part));
      if (text.data !== now) text.data = now;
    }
    if (part < 1) requestAnimationFrame(draw);
  };
  draw();
  return time;
}

function lower(is) {
  clearTimeout(timer);
  delete end.dataset.step;
  main.classList.toggle("is-low", is);
  main.classList.toggle("risen", !is);
}

function go(step) {
  if (step === 2 && !end.querySelector(".came")) step = 3;
  if (step > 3) return lower(false);
  clearTimeout(timer);
  for (const motion of end.getAnimations({ subtree: true })) motion.finish();
  end.dataset.step = step;
  timer = setTimeout(() => go(step + 1), rest + [turn, slide, count][step - 1]());
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#lower")) lower(!main.classList.contains("is-low"));
  else if (end.dataset.step && event.target.closest("#end")) go(Number(end.dataset.step) + 1);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector(":popover-open")) lower(!main.classList.contains("is-low"));
});

const still = document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
if (!still && sessionStorage.getItem("end") !== end.dataset.round) {
  sessionStorage.setItem("end", end.dataset.round);
  main.querySelector(".recap__body").getBoundingClientRect(); // laid out before it is hidden, it stands at once when it rises
  lower(true);
  go(1);
}
