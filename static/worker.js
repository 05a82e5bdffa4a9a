// Carteado's service worker shows notices while no page is open. It keeps no page and no
// card.
"use strict";

self.addEventListener("push", (event) => {
  const { title, body, tag, url, turns } = event.data.json();
  event.waitUntil(
    Promise.all([self.registration.showNotification(title, { body, tag, data: { url } }), self.navigator.setAppBadge?.(turns)]),
  );
});

// A press opens what the notice is about, in a window that is there already if it can.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const open = async () => {
    const url = new URL(event.notification.data.url, self.location.origin).href;
    const windows = await self.clients.matchAll({ type: "window" });
    const shown = windows.find((w) => w.url === url);
    return shown ? shown.focus() : self.clients.openWindow(url);
  };
  event.waitUntil(open());
});
