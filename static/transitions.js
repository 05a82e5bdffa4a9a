// When cards move, between two boards and between two pages; which ones and how is in motion.css.
// The browser may show the next page before other scripts run, so this one comes first.

const still = matchMedia("(prefers-reduced-motion: reduce)");

document.addEventListener("htmx:beforeTransition", (event) => {
  const moves = CSS.supports("view-transition-name: attr(id type(<custom-ident>), none)");
  if (still.matches || document.hidden || !moves) event.preventDefault();
});

// During a transition a press hits a picture of the page. It ends the motion and
// is passed on to the element at that point.
document.addEventListener("pointerdown", () => document.activeViewTransition?.skipTransition(), true);
document.addEventListener("click", async (event) => {
  if (event.target !== document.documentElement || !event.isTrusted) return;
  await document.activeViewTransition?.finished;
  document.elementFromPoint(event.clientX, event.clientY)?.closest("button, a, label")?.click();
});

// A transition may end early (a press, a move, another page): that is no error.
addEventListener("unhandledrejection", (event) => {
  if (["AbortError", "InvalidStateError"].includes(event.reason?.name)) event.preventDefault();
});
