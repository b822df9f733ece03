/** What the server sends: `PushMessage` of `src/server/integrations/push/port.ts`. */
interface Message {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly to: string;
}

/** Shows what the server sends while the site is closed; a press opens what it is about. */
export function showPushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener("push", (event) => {
    if (!event.data) return;
    const { id, title, text, to } = event.data.json() as Message;
    event.waitUntil(
      worker.registration.showNotification(title, {
        body: text,
        // One that is sent twice takes its own place.
        tag: id,
        icon: "/icon-192.png",
        lang: "ru",
        data: { to },
      }),
    );
  });
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { to } = event.notification.data as Pick<Message, "to">;
    event.waitUntil(openPage(worker, new URL(to, worker.location.origin).href));
  });
}

/** In a window of the site, the one in sight first; a page of before the worker opens a new one. */
async function openPage({ clients }: ServiceWorkerGlobalScope, address: string): Promise<void> {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find(({ url }) => url === address);
  const nearest =
    windows.find(({ visibilityState }) => visibilityState === "visible") ?? windows[0];
  try {
    if (shown) await shown.focus();
    else if (nearest) await (await nearest.navigate(address))?.focus();
    else await clients.openWindow(address);
  } catch {
    await clients.openWindow(address);
  }
}
