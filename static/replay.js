// A replay is walked through by keys from the first moment, and plays by itself.

const pace = 1400; // ms between two steps at speed 1

const slider = () => document.getElementById("move");
const shown = () => Number(slider().defaultValue);
let wanted = null; // the step that keys and presses have come to, while the page is on its way there
let asked = null; // the step that is on its way
const later = []; // ways that begin where the page is going

// go leads to a step. One that is wanted while another is on its way waits for it, so
// that no press is lost, and a key that is held shows where it comes by.
function go(to) {
  const waits = wanted !== null;
  wanted = Math.max(0, Math.min(to, Number(slider().max)));
  if (waits) return;
  if (wanted === shown()) wanted = null;
  else follow();
}

function follow() {
  asked = wanted;
  const path = location.pathname.replace(/\d+$/, asked);
  if (window.htmx) htmx.ajax("GET", path, { source: document.getElementById("replay") });
  else location.assign(path);
}

const walk = (by) => go((wanted ?? shown()) + by);
const leap = (id) => go(Number(/\d+$/.exec(document.getElementById(id).getAttribute("href") ?? shown())));

// To the first and the last step of a round the page that is shown knows the way.
const ways = {
  "to-first": () => leap("to-first"),
  "to-back": () => walk(-1),
  "to-next": () => walk(1),
  "to-last": () => leap("to-last"),
};

function press(id) {
  play(false);
  if (wanted !== null && (later.length > 0 || id === "to-first" || id === "to-last")) later.push(ways[id]);
  else ways[id]();
}

let timer = 0;
let playing = false;
let speed = "1";

// show tells the page what the script knows: each step is a fresh page.
function show() {
  for (const live of document.querySelectorAll("[data-live]")) live.hidden = false;
  document.getElementById("play")?.setAttribute("aria-pressed", playing);
  document.getElementById("speed").value = speed;
  const current = document.querySelector("#log [aria-current]");
  const box = current?.closest("ol");
  if (box) box.scrollTop += current.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
}

// Nobody sees the steps of a tab that is hidden: it goes on when it is back.
function next() {
  clearTimeout(timer);
  if (!playing || document.hidden) return;
  if (shown() === Number(slider().max)) play(false);
  else timer = setTimeout(() => walk(1), pace / Number(speed));
}

function play(is) {
  playing = is;
  show();
  next();
}

function stop() {
  wanted = null;
  later.length = 0;
  play(false);
}

document.addEventListener("htmx:afterSettle", () => {
  show();
  if (wanted === asked) wanted = null;
  if (wanted !== null) follow();
  while (wanted === null && later.length > 0) later.shift()();
  next();
});
document.addEventListener("visibilitychange", next);
document.addEventListener("htmx:sendError", stop);
document.addEventListener("htmx:timeout", stop);
document.addEventListener("htmx:responseError", stop);

// htmx would follow a link as it was before the last step, for a moment after it.
document.addEventListener(
  "click",
  (event) => {
    const id = event.target.closest?.(".walk a")?.id;
    if (!ways[id] || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    press(id);
  },
  true,
);
document.addEventListener("click", (event) => {
  if (event.target.closest?.("#play")) play(!playing);
  else if (event.target.closest?.("#log a")) stop();
  if (event.target.closest?.("#log:popover-open a")) document.getElementById("log").hidePopover();
});
document.addEventListener("change", (event) => {
  if (event.target.id === "move") {
    play(false);
    go(Number(event.target.value));
  } else if (event.target.id === "speed") {
    speed = event.target.value;
    next();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const on = event.target.closest?.("input, select, button, summary, a");
  if (on && (event.key === " " || on.matches("select, [readonly]"))) return;
  const keys = { ArrowLeft: "to-back", ArrowRight: "to-next", Home: "to-first", End: "to-last" };
  if (on?.id === "move") Object.assign(keys, { ArrowDown: "to-back", ArrowUp: "to-next" });
  if (event.key === " ") play(!playing);
  else if (keys[event.key]) press(keys[event.key]);
  else return;
  event.preventDefault();
});

show();
