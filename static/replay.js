// A replay is walked through by keys from the first moment, and plays by itself. The
// steps are the page's own links.
"use strict";

(() => {
  const pace = 1400; // ms between two steps at speed 1

  // press follows a link as it is now. For a moment after a step htmx would follow it
  // as it was before.
  function press(id) {
    const link = document.getElementById(id);
    const path = link?.getAttribute("href");
    if (path && window.htmx) htmx.ajax("GET", path, { source: document.getElementById("replay") });
    else if (path) link.click();
    return Boolean(path);
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

  function next() {
    clearTimeout(timer);
    if (!playing) return;
    timer = setTimeout(() => {
      if (!press("to-next")) play(false);
    }, pace / Number(speed));
  }

  function play(is) {
    playing = is;
    show();
    next();
  }

  document.addEventListener("htmx:afterSettle", () => {
    show();
    next();
  });
  document.addEventListener("htmx:sendError", () => play(false));
  document.addEventListener("htmx:responseError", () => play(false));

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("#play")) play(!playing);
    else if (event.isTrusted && event.target.closest?.(".walk a, #log a")) play(false);
    if (event.target.closest?.("#log:popover-open a")) document.getElementById("log").hidePopover();
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "move") {
      play(false);
      event.target.form.requestSubmit();
    } else if (event.target.id === "speed") {
      speed = event.target.value;
      next();
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const on = event.target.closest?.("input, select, button, summary, a");
    if (on && (event.key === " " || on.matches("input, select"))) return;
    const keys = {
      ArrowLeft: () => press("to-back"),
      ArrowRight: () => press("to-next"),
      Home: () => press("to-first"),
      End: () => press("to-last"),
      " ": () => play(!playing),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    if (event.key !== " ") play(false);
    keys[event.key]();
  });

  show();
})();
