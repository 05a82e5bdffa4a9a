// The title begins with the number of turns that wait, after every change of the title. The
// badge of the installed program shows the same number.

const title = document.querySelector("title");
function mark() {
  const turns = parseInt(document.getElementById("marks")?.value, 10) || 0;
  const text = (turns ? `(${turns}) ` : "") + document.title.replace(/^\(\d+\) /, "");
  if (text !== document.title) document.title = text;
  if (document.getElementById("marks")) navigator.setAppBadge?.(turns)?.catch(() => {}); // a badge is an extra
  else if (document.querySelector('form[action="/sign-in"]')) { // nobody is signed in, and nothing waits for them
    navigator.clearAppBadge?.()?.catch(() => {});
    if ("caches" in window) caches.open("offline").then((store) => store.delete("/waits")).catch(() => {});
  }
}
mark();
new MutationObserver(mark).observe(title, { childList: true });
document.addEventListener("htmx:oobAfterSwap", mark);
