import type { MyInfo } from "#contract/auth/session.ts";
import { toast } from "#web/ui/toasts.ts";
import { dropKept, keepFor } from "#web/offline/kept-store.ts";
import type { WorkerMessage } from "#web/offline/worker-message.ts";

const FILE = "/service-worker.js";
const LOOK_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

let watched: ServiceWorkerRegistration | null = null;

/**
 * Registers and says for whom answers are kept: a company's money is left on no disk. An ended session
 * has taken the registration away, so it is made again whenever somebody is there.
 *
 * @param readAgain - what was read before there was a service worker to keep it.
 */
export async function startServiceWorker(me: MyInfo, readAgain: () => void): Promise<void> {
  if (me.currentAccountID === null) await keepFor(me.id);
  else await dropKept();
  const { serviceWorker } = navigator;
  if (!serviceWorker.controller)
    serviceWorker.addEventListener("controllerchange", () => (loadAgain(), readAgain()), {
      once: true,
    });
  // A browser may refuse it, as in a private window: the page is what it was.
  const registered = await serviceWorker
    .register(FILE, { updateViaCache: "none" })
    .catch(() => undefined);
  if (!registered || registered === watched) return;
  watched = registered;
  watchVersions(registered);
}

/** The browser has these files; the service worker keeps what goes through it. */
function loadAgain(): void {
  for (const { name } of performance.getEntriesByType("resource")) {
    const { origin, pathname } = new URL(name);
    if (origin === location.origin && pathname.startsWith("/assets/"))
      void fetch(name).catch(() => undefined);
  }
}

function watchVersions(registration: ServiceWorkerRegistration): void {
  if (registration.waiting) void offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => {
      if (next.state === "installed" && navigator.serviceWorker.controller) void offer(next);
    });
  });
  let lookedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** A page that is of the new version itself, loaded since, has nothing to ask. */
async function offer(next: ServiceWorker): Promise<void> {
  if (await isOfBuild(next)) return say(next, { kind: "take-over" });
  toast({
    key: "new-version",
    type: "info",
    message: "Вышла новая версия",
    durationMs: DAY_MS,
    action: {
      title: "Обновить",
      run: () => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
          once: true,
        });
        say(next, { kind: "take-over" });
      },
    },
  });
}

function isOfBuild(next: ServiceWorker): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module], [data-entry]");
  const entry = script?.dataset.entry ?? new URL(script?.src ?? location.href).pathname;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }) => resolve(data === true), { once: true });
    port1.start();
    next.postMessage({ kind: "is-of-build", entry } satisfies WorkerMessage, [port2]);
  });
}

function say(next: ServiceWorker, message: WorkerMessage): void {
  next.postMessage(message);
}
