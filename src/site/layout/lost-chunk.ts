const RELOADED_AT = "chunkReloadedAt";
/** One reload per this long: a build that is really broken must not reload for ever. */
const RELOAD_EVERY_MS = 60_000;

/**
 * A chunk that is gone means a newer version was installed: the page is loaded anew, once.
 * Source: specification §8, «A failed load of a script or style chunk reloads the page».
 */
export function reloadOnLostChunk(): void {
  window.addEventListener("vite:preloadError", (event) => {
    const lastAt = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - lastAt < RELOAD_EVERY_MS) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    location.reload();
  });
}
