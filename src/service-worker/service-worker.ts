import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { showPushes } from "./show-push.ts";

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build: `src/build/service-worker.ts`. */
declare const SHELL_FILES: Parameters<typeof precacheAndRoute>[0];

const MONTH_SECONDS = 30 * 24 * 3600;

cleanupOutdatedCaches();
// `/` is the site, not the shell.
precacheAndRoute(SHELL_FILES, { cleanURLs: false, directoryIndex: "" });

// Their names have a hash of what is in them.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith("/assets/"),
  new CacheFirst({
    cacheName: "assets",
    plugins: [new ExpirationPlugin({ maxAgeSeconds: MONTH_SECONDS, purgeOnQuotaError: true })],
  }),
);

showPushes(self);

self.addEventListener("message", ({ data }) => {
  if (data === "take-over") void self.skipWaiting();
});
