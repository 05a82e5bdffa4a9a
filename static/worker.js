// Carteado's service worker shows notices while no page is open, and a page of its own
// while there is no connection. It keeps no other page, and no card.
"use strict";

async function keep() {
  const store = await caches.open("offline");
  const page = await fetch("/offline");
  if (!page.ok) throw new Error(`the page without a connection answers ${page.status}`); // the browser tries again later
  const files = (await page.clone().text()).match(/\/static\/[\w./-]+/g) ?? [];
  await Promise.all([store.put("/offline", page.clone()), store.addAll([...new Set(files)])]);
  return page;
}
self.addEventListener("install", (event) => event.waitUntil(keep()));

// Only what the page without a connection needs is ever taken from the store.
self.addEventListener("fetch", (event) => {
  const kept = async (path) => (await caches.open("offline")).match(path);
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(fetch(request).catch(async (error) => (await kept("/offline")) ?? Promise.reject(error)));
  } else if (pathname === "/offline") {
    event.respondWith(keep()); // asked for by a page whose reader may have another language by now
  } else if (pathname.startsWith("/static/")) {
    event.respondWith(fetch(request).catch(async (error) => (await kept(request)) ?? Promise.reject(error)));
  }
});

self.addEventListener("push", (event) => {
  const { title, body, tag, url, turns } = event.data.json();
  event.waitUntil(
    Promise.all([self.registration.showNotification(title, { body, tag, data: { url } }), self.navigator.setAppBadge?.(turns)]),
  );
});

// A browser that changes its subscription says so here. The old one, which only this browser knew, proves whose it is,
// because nobody need be signed in any more.
self.addEventListener("pushsubscriptionchange", (event) => {
  const renew = async () => {
    const before = event.oldSubscription;
    if (!before) return;
    const fresh = event.newSubscription ?? (await self.registration.pushManager.subscribe(before.options));
    const { endpoint, keys } = fresh.toJSON();
    const body = new URLSearchParams({ before: before.endpoint, secret: before.toJSON().keys.auth, endpoint, ...keys });
    await fetch("/devices", { method: "POST", body });
  };
  event.waitUntil(renew());
});

// A press opens what the notice is about, in a window that is there already if it can.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const open = async () => {
    const { url } = event.notification.data;
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const shown = windows.find((w) => new URL(w.url).pathname === url);
    return shown ? shown.focus() : self.clients.openWindow(url);
  };
  event.waitUntil(open());
});
