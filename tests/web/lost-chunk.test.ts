import { afterEach, expect, test, vi } from "vitest";
import { reloadOnLostChunk } from "#site/layout/lost-chunk.ts";

const reload = vi.fn();

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  reload.mockClear();
});

test("a lost part of the product reloads the page once a minute, and never without a connection", () => {
  vi.stubGlobal("location", { ...location, reload });
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  reloadOnLostChunk();
  expect(lose().defaultPrevented).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  online.mockReturnValue(true);
  expect(lose().defaultPrevented).toBe(true);
  expect(lose().defaultPrevented).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});

function lose(): Event {
  const event = new Event("vite:preloadError", { cancelable: true });
  window.dispatchEvent(event);
  return event;
}
