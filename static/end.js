// A round ends on the felt: the hands turn over, what was laid off goes to its meld, the
// points add up, and the score rises. A press goes on at once. A round is shown so once,
// and not to those who wish for less motion.
"use strict";

(() => {
  const main = document.getElementById("main");
  const end = document.getElementById("end");
  const rest = 900; // ms between two steps
  const face = (card) => card.querySelector("use").getAttribute("href");
  let timer = 0;

  // turn lets the cards of each hand turn over one after the other.
  function turn() {
    for (const hand of end.querySelectorAll(".open")) {
      [...hand.querySelectorAll(".card")].forEach((card, i) => (card.style.animationDelay = `${Math.min(i, 20) * 40}ms`));
    }
    return 1200;
  }

  // slide lets laid-off cards go from the hand to their melds.
  function slide() {
    const came = [...end.querySelectorAll(".came")];
    const went = [...end.querySelectorAll(".went .card")];
    came.forEach((card, i) => {
      const from = went.find((other) => face(other) === face(card))?.getBoundingClientRect();
      if (!from) return;
      const to = card.getBoundingClientRect();
      const start = { translate: `${from.left - to.left}px ${from.top - to.top}px` };
      card.animate([start, {}], { duration: 480, delay: i * 160, easing: "cubic-bezier(.2, .8, .3, 1)", fill: "backwards" });
    });
    return 320 + came.length * 160;
  }

  // count lets the points of the round add up.
  function count() {
    const sums = [...end.querySelectorAll(".gain b")].map((b) => ({ b, text: b.textContent, n: parseInt(/\d+/.exec(b.textContent), 10) }));
    const whole = Math.min(1200, 90 * Math.max(...sums.map(({ n }) => n), 0));
    const begun = performance.now();
    const draw = () => {
      const part = end.dataset.step ? Math.min(1, (performance.now() - begun) / (whole || 1)) : 1;
      for (const { b, text, n } of sums) {
        const now = text.replace(/\d+/, Math.round(n * part));
        if (b.textContent !== now) b.textContent = now; // each change lays the felt out anew
      }
      if (part < 1) requestAnimationFrame(draw);
    };
    draw();
    return whole;
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
    end.dataset.step = step;
    timer = setTimeout(() => go(step + 1), rest + [turn, slide, count][step - 1]());
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("#lower")) lower(!main.classList.contains("is-low"));
    else if (end.dataset.step && event.target.closest("#end")) go(Number(end.dataset.step) + 1);
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && lower(!main.classList.contains("is-low")));

  if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  if (sessionStorage.getItem("end") === end.dataset.round) return;
  sessionStorage.setItem("end", end.dataset.round);
  main.classList.add("is-low");
  go(1);
})();
