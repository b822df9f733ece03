import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst } from "workbox-strategies";
import { KEPT, keptFor } from "#web/offline/kept-store.ts";
import type { WorkerMessage } from "#web/offline/worker-message.ts";
import { keptAnswers } from "./kept-answers.ts";
import { isKeptRead, SHELL_PAGES } from "./kept-reads.ts";
import { showPushes } from "./show-push.ts";

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build: `src/build/service-worker.ts`. */
declare const SHELL_FILES: { readonly url: string; readonly revision?: string }[];

const MONTH_SECONDS = 30 * 24 * 3600;

/** Named once: the build puts the whole list wherever its own name stands. */
const FILES = SHELL_FILES;

cleanupOutdatedCaches();
// `/` is the site, not the shell.
precacheAndRoute(FILES, { cleanURLs: false, directoryIndex: "" });

// Their names have a hash of what is in them.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith("/assets/"),
  new CacheFirst({
    cacheName: "assets",
    plugins: [new ExpirationPlugin({ maxAgeSeconds: MONTH_SECONDS, purgeOnQuotaError: true })],
  }),
);

registerRoute(
  ({ url }) => isKeptRead(url.pathname),
  new NetworkFirst({
    cacheName: KEPT,
    plugins: [keptAnswers],
    matchOptions: { ignoreVary: true },
  }),
);

registerRoute(
  new NavigationRoute(
    async ({ request }) => {
      try {
        return await fetch(request);
      } catch (lost) {
        // Without a person's answers the shell would only say less than the browser.
        const shell = (await keptFor()) === null ? undefined : await matchPrecache("/index.html");
        if (!shell) throw lost;
        return shell;
      }
    },
    { allowlist: [SHELL_PAGES] },
  ),
);

showPushes(self);

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", ({ data, ports: [answer] }) => {
  const message = data as WorkerMessage;
  if (message.kind === "take-over") void self.skipWaiting();
  else answer?.postMessage(FILES.some(({ url }) => url === message.entry));
});
