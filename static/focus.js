// The focus stays on the table when a board is replaced, for players who use keys.

const onTable = () => Boolean(document.activeElement?.closest("#table, #recap"));
let focused = false; // the focus was on the table before the last swap
document.addEventListener("htmx:beforeSwap", () => {
  focused = onTable();
});
function refocus() {
  const table = document.querySelector("#table, #recap");
  const first = ["input:checked", ".hand input", ".onward .btn--turn", "[type=radio], [type=checkbox], .btn"];
  first.map((what) => table?.querySelector(what)).find(Boolean)?.focus({ preventScroll: true });
}
document.addEventListener("htmx:afterSwap", () => {
  if (focused && (!document.activeElement || document.activeElement === document.body)) refocus();
});

// A player who uses keys keeps the focus when a round's end, or the next round, comes as a page of its own. For
// other players nothing has the focus there, so that no ring appears.
let keys = sessionStorage.getItem("keys") === location.pathname;
sessionStorage.removeItem("keys");
if (keys) refocus();
document.addEventListener("pointerdown", () => (keys = false), true);
document.addEventListener("keydown", () => (keys = true), true);
addEventListener("pagehide", () => keys && onTable() && sessionStorage.setItem("keys", location.pathname));

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-dismiss]");
  if (!button) return;
  event.preventDefault();
  document.getElementById(button.dataset.dismiss)?.remove();
  const card = document.querySelector("#table input:checked, #table :is([type=radio], [type=checkbox])");
  card?.focus({ preventScroll: true });
});
