// The page without a connection, and notices on this device: both need the service worker.

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
  fetch("/offline").catch(() => {}); // which the worker keeps, in the language that is read by now
  const texts = [...document.querySelectorAll("[data-wait]")].map((wait) => wait.textContent);
  caches.open("offline").then((store) => store.put("/waits", Response.json(texts)));
}

// Notices on this device: the browser asks only after the player's yes to our question. Its no
// counts for ours, too; that it cannot is said. A poll may take the form away meanwhile.
const rings = "serviceWorker" in navigator && "PushManager" in window && Notification.permission !== "denied";
document.documentElement.classList.toggle("rings", rings);
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-add-device]");
  if (!button) return;
  const { form } = button;
  const data = button.closest("[data-device]").dataset.device;
  const key = Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const subscribe = async () => {
    const worker = await navigator.serviceWorker.register("/worker.js");
    await navigator.serviceWorker.ready;
    return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  };
  const subscription = await subscribe().catch(() => null);
  const decline = Notification.permission === "denied" && form.querySelector("[data-decline]");
  form.querySelector("[data-device-none]").hidden = Boolean(subscription || decline);
  if (!subscription && !decline) return;
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  for (const [name, value] of Object.entries({ endpoint, ...keys })) {
    if (form.elements[name]) form.elements[name].value = value;
  }
  if (!form.isConnected) document.body.append(form);
  if (subscription) form.requestSubmit();
  else decline.click();
});
