// Carteado's own script does what htmx can only do with eval, which our policy
// forbids, and adds small comforts. Every page works without it.
"use strict";

(() => {
  const root = document.documentElement;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  root.classList.add("js");
  if (new URLSearchParams(location.search).has("refresh")) location.replace(location.pathname); // this page polls

  // ---- Polling: it slows down without a connection and stops in a hidden tab.

  const patience = 5 * 60_000; // ms; a tab that is hidden for longer stops polling
  const longest = 8_000; // ms between two tries
  let failures = 0;
  let retryAt = 0;
  let retryTimer = 0;
  let hiddenSince = document.hidden ? Date.now() : 0;

  const poll = () => document.getElementById("poll");
  const wake = () => poll() && htmx.trigger(poll(), "wake");

  function retryNow() {
    clearTimeout(retryTimer);
    retryAt = 0;
    if (poll()) htmx.trigger(poll(), "htmx:abort");
    wake();
  }

  function showOffline(is) {
    const banner = document.getElementById("offline");
    if (banner) banner.hidden = !is;
    document.getElementById("table")?.classList.toggle("is-offline", is);
  }

  function lost() {
    const wait = Math.min(longest, 1000 * 2 ** failures++);
    retryAt = Date.now() + wait;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(retryNow, wait);
    showOffline(true);
  }

  function found() {
    if (failures === 0) return;
    failures = 0;
    retryAt = 0;
    clearTimeout(retryTimer);
    showOffline(false);
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.id !== "poll") return;
    const resting = hiddenSince && Date.now() - hiddenSince > patience;
    if (resting || Date.now() < retryAt) event.preventDefault();
  });
  document.addEventListener("htmx:configRequest", (event) => {
    // Who has lost the connection is answered at once, so that the page can say that it is back.
    if (event.target.id === "poll" && failures > 0) event.detail.parameters.again = "yes";
    // The server leaves out the lines of the log that are here.
    const lines = document.getElementById("log")?.dataset.lines;
    if (lines) event.detail.headers["Carteado-Lines"] = lines;
  });
  document.addEventListener("htmx:sendError", lost);
  document.addEventListener("htmx:timeout", lost);
  document.addEventListener("htmx:afterRequest", (event) => {
    const status = event.detail.xhr?.status ?? 0;
    if (status >= 500 || status === 429) lost();
    else if (status > 0) found();
  });
  document.addEventListener("htmx:beforeCleanupElement", (event) => {
    // A move has replaced the poll's element, so its answer has nowhere to go.
    if (event.detail.elt?.id === "poll") htmx.trigger(event.detail.elt, "htmx:abort");
  });
  let asked = 0; // time at which the last poll began
  document.addEventListener("htmx:beforeSend", (event) => {
    if (event.target.id === "poll") asked = Date.now();
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    // The server held this poll until its time was up, so ask again at once.
    if (event.target.id === "poll" && event.detail.xhr?.status === 204 && Date.now() - asked > 1000) setTimeout(wake);
  });
  document.addEventListener("visibilitychange", () => {
    hiddenSince = document.hidden ? Date.now() : 0;
    if (!document.hidden) wake();
  });
  addEventListener("online", retryNow);

  // ---- Swapping: chosen cards, the focus and the motion of cards are kept.

  const chooses = (node) => node instanceof HTMLInputElement && (node.type === "radio" || node.type === "checkbox");

  if (window.Idiomorph) {
    Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, fresh) => {
      if (chooses(old) && chooses(fresh) && old.id === fresh.id) fresh.checked = old.checked;
      if (old.matches?.("details.more, [id^=turns-]")) fresh.open = old.open;
      // What only a script shows is the script's, and an empty line stands for the one that is here.
      return !old.matches?.("[data-live]") && !fresh.matches?.("[id^=turn-]:empty");
    };
  }

  // An older position never replaces a newer one: answers may overtake each
  // other, and a transition delays its swap. A position is a kind and numbers.
  // Nor does a poll replace its own position, at which the player may have put the
  // hand in another order since.
  function older(a, b) {
    if (a === b) return polled && a !== undefined;
    const [x, y] = [a, b].map((at) => (at ?? "").split(".").slice(1).map(Number));
    const i = x.findIndex((n, i) => n !== y[i]);
    return i >= 0 && x[i] < y[i];
  }
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { fragment, target } = event.detail;
    if (older(fragment.firstElementChild?.dataset.at, target.dataset.at)) event.preventDefault();
    else {
      for (const place of fragment.querySelectorAll("[data-held]")) {
        const lines = place.dataset.held.split(" ").map((version) => document.getElementById("turn-" + version));
        if (lines.includes(null)) location.reload(); // a line was taken for one that is here
        else place.replaceWith(...lines.map((line) => line.cloneNode()));
      }
    }
  });

  // While a move is under way or a card is carried, a poll's answer is dropped. It
  // would show the new table early, and the move's own answer would then replace it
  // under a press. The poll asks again.
  let moving = false;
  const asks = (event, id) => event.detail.requestConfig?.elt?.closest("#" + id) != null;
  document.addEventListener("htmx:beforeSend", (event) => {
    if (asks(event, "table")) moving = true;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (asks(event, "table")) moving = false;
  });
  let polled = false; // what is being swapped in is the answer to a poll
  document.addEventListener("htmx:beforeSwap", (event) => {
    polled = asks(event, "poll");
    if (polled && (moving || root.classList.contains("is-dragging"))) event.detail.shouldSwap = false;
  });

  document.addEventListener("htmx:afterSettle", () => {
    const title = document.getElementById("table")?.dataset.title;
    if (title) document.title = title;
  });

  // The title begins with the number of turns that wait, whoever wrote it last.
  const title = document.querySelector("title");
  function mark() {
    const turns = parseInt(document.getElementById("marks")?.value, 10) || 0;
    const text = (turns ? `(${turns}) ` : "") + document.title.replace(/^\(\d+\) /, "");
    if (text !== document.title) document.title = text;
    if (document.getElementById("marks")) navigator.setAppBadge?.(turns)?.catch(() => {}); // a badge is an extra
  }
  mark();
  new MutationObserver(mark).observe(title, { childList: true });
  document.addEventListener("htmx:oobAfterSwap", mark);

  document.addEventListener("htmx:beforeTransition", (event) => {
    const moves = CSS.supports("view-transition-name: attr(id type(<custom-ident>), none)");
    if (still.matches || document.hidden || !moves) event.preventDefault();
  });

  // During a transition a press hits a picture of the page. It ends the motion and
  // is passed on to the element at that point.
  document.addEventListener("pointerdown", () => document.activeViewTransition?.skipTransition(), true);
  document.addEventListener("click", async (event) => {
    if (event.target !== root || !event.isTrusted) return;
    await document.activeViewTransition?.finished;
    document.elementFromPoint(event.clientX, event.clientY)?.closest("button, a, label")?.click();
  });

  // A transition may end early (a press, a move, another page): that is no error.
  addEventListener("unhandledrejection", (event) => {
    if (["AbortError", "InvalidStateError"].includes(event.reason?.name)) event.preventDefault();
  });

  let focused = false; // the focus was on the table before the last swap
  document.addEventListener("htmx:beforeSwap", () => {
    focused = onTable();
  });
  const onTable = () => Boolean(document.activeElement?.closest("#table, #recap"));
  function refocus() {
    const table = document.querySelector("#table, #recap");
    const first = ["input:checked", ".hand input", ".onward .btn--turn", "[type=radio], [type=checkbox], .btn"];
    first.map((what) => table?.querySelector(what)).find(Boolean)?.focus({ preventScroll: true });
  }
  document.addEventListener("htmx:afterSwap", () => {
    if (focused && (!document.activeElement || document.activeElement === document.body)) refocus();
  });

  // Who plays by keys keeps the focus when a round's end, or the next round, comes as a page of its own. For others
  // nothing has the focus there: no ring appears.
  let keys = sessionStorage.getItem("keys") === location.pathname;
  sessionStorage.removeItem("keys");
  if (keys) refocus();
  for (const press of ["pointerdown", "keydown"]) document.addEventListener(press, () => (keys = press === "keydown"), true);
  addEventListener("pagehide", () => keys && onTable() && sessionStorage.setItem("keys", location.pathname));

  // ---- Clocks count down; they decide nothing. The page says what time it was by the
  // server's clock when it was drawn, so that a phone whose clock is wrong shows no less.
  // A device that has slept, or whose clock was put right, asks for the page again.

  const drawn = Date.now();
  const apart = () => Date.now() - performance.now();
  const usually = apart();
  const served = Number(document.getElementById("main")?.dataset.now);
  const left = (ms) => {
    const s = Math.max(0, Math.floor(ms / 1000));
    if (s < 3600) return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
    if (s < 86400) return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
    return `${Math.floor(s / 86400)} d ${Math.floor((s % 86400) / 3600)} h`;
  };
  function count() {
    if (Math.abs(apart() - usually) > 2000 && navigator.onLine) location.reload();
    const now = served + Date.now() - drawn;
    let mine = false; // is low
    for (const time of document.querySelectorAll("[data-due]")) {
      const whole = Number(time.dataset.due) - now;
      const text = left(whole - Math.max(0, Math.min(Number(time.dataset.reserve), whole)));
      if (time.textContent !== text) time.firstChild.data = text; // the letters alone, as in end.js
      const low = whole < Number(time.dataset.low);
      time.parentElement.classList.toggle("time--low", low);
      if (low && time.closest(".me")) mine = true;
    }
    // Who listens to the page is told once a turn.
    const low = document.getElementById("low");
    if (low && mine !== Boolean(low.textContent)) low.textContent = mine ? low.dataset.text : "";
  }
  if (served) {
    setInterval(count, 1000);
    document.addEventListener("htmx:afterSettle", count);
  }

  // ---- Small comforts.

  // A second press on a chosen card lets go of it; radios alone cannot do that.
  let held = null;
  for (const press of ["pointerdown", "keydown"]) {
    document.addEventListener(press, (event) => {
      const radio = event.key === undefined || event.key === " " ? event.target : null;
      held = radio?.matches?.(".card > [type=radio]:checked") ? radio : null;
    });
  }
  // The space key does nothing on a checked radio, so its release is handled here.
  for (const release of ["click", "keyup"]) {
    document.addEventListener(release, (event) => {
      if (event.target === held && (release === "click" || event.key === " ")) {
        held.checked = false;
        if (release === "keyup") event.preventDefault();
      }
      held = null;
    });
  }

  function copy(button) {
    const field = document.getElementById(button.dataset.copy);
    const label = button.querySelector("span");
    const done = () => {
      const before = label.textContent;
      label.textContent = button.dataset.done;
      setTimeout(() => (label.textContent = before), 2000);
    };
    field.select();
    // Without https there is no clipboard to write to, so copy the selection.
    if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(done, () => {});
    else if (document.execCommand("copy")) done();
  }

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest?.(selector);
    if (at("[data-copy]")) copy(at("[data-copy]"));
    else if (at("[data-retry]") && window.htmx) {
      event.preventDefault();
      retryNow();
    } else if (at("[data-dismiss]")) {
      event.preventDefault();
      document.getElementById(at("[data-dismiss]").dataset.dismiss)?.remove();
      document.querySelector("#table input:checked, #table :is([type=radio], [type=checkbox])")?.focus({ preventScroll: true });
    }
  });

  // What was said closes the tray.
  document.addEventListener("htmx:afterRequest", (event) => {
    const id = ["say", "write"].find((id) => asks(event, id));
    if (!id) return;
    document.getElementById("tray").hidePopover();
    if (event.detail.successful) document.getElementById(id).reset();
  });

  // A second click does not send a form again. htmx does that for its own forms.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    // What htmx brings it reads as if no script ran: fields for that case would be sent.
    for (const other of form.querySelectorAll("noscript")) other.remove();
    if (form.method !== "post" || (window.htmx && form.hasAttribute("data-hx-post"))) return;
    if (form.dataset.sent) event.preventDefault();
    else {
      form.dataset.sent = "yes";
      setTimeout(() => delete form.dataset.sent, 2000); // a download leaves the page where it is
    }
  });
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("[data-sent]")) delete form.dataset.sent;
  });

  // The page without a connection names the tables that waited when the player last
  // looked at their notices. Ending the session empties the store.
  const keeps = "serviceWorker" in navigator && "caches" in window;
  const waits = document.getElementById("waits");
  if (waits && keeps) {
    caches.match("/waits").then(async (kept) => {
      for (const text of (await kept?.json()) ?? []) {
        waits.append(Object.assign(document.createElement("li"), { className: "item", textContent: text }));
      }
    });
    addEventListener("online", () => location.reload());
  }
  const bell = document.querySelector("#bell[aria-current]");
  if (bell && keeps) {
    navigator.serviceWorker.register("/worker.js").catch(() => {}); // the page does without it
    const texts = [...document.querySelectorAll("[data-wait]")].map((wait) => wait.textContent);
    caches.open("offline").then((store) => store.put("/waits", Response.json(texts)));
  }

  // Notices on this device: the browser's question comes only after the player's yes. Where the
  // answer to it is no, that is the answer to ours, too. A poll may take the form away meanwhile.
  root.classList.toggle("rings", "serviceWorker" in navigator && "PushManager" in window && Notification.permission !== "denied");
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-add-device]");
    if (!button) return;
    const { form } = button;
    const data = button.closest("[data-device]").dataset.device;
    const key = Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const worker = await navigator.serviceWorker.register("/worker.js");
    await navigator.serviceWorker.ready;
    const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => null);
    const { endpoint, keys } = subscription?.toJSON() ?? {};
    for (const [name, value] of Object.entries({ endpoint, ...keys })) {
      if (form.elements[name]) form.elements[name].value = value;
    }
    if (!form.isConnected) document.body.append(form);
    if (subscription) form.requestSubmit();
    else form.querySelector("[data-decline]")?.click();
  });

  // Advice on a new password appears while it is typed.
  document.addEventListener("input", (event) => {
    const advice = document.querySelector(`[data-advice="${CSS.escape(event.target.id)}"]`);
    if (!advice) return;
    const length = [...event.target.value].length;
    advice.textContent = length < 8 ? advice.dataset.short : length < 15 ? advice.dataset.fair : advice.dataset.good;
  });
})();
