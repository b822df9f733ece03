const RELOADED_AT = "chunkReloadedAt";
/** A broken build must not reload forever. */
const RELOAD_EVERY_MS = 60_000;

/**
 * A lost chunk means a newer build. Source: specification §8, «A failed load of a script or style
 * chunk reloads the page». Without a connection a reload would lose the page that still stands.
 */
export function reloadOnLostChunk(): void {
  window.addEventListener("vite:preloadError", (event) => {
    const lastAt = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (!navigator.onLine || Date.now() - lastAt < RELOAD_EVERY_MS) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    location.reload();
  });
}
