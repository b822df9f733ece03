import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { closeModal } from "#web/modals/modal-store.ts";
import { closeToast, currentToasts } from "#web/ui/toasts.ts";

/**
 * Runs before every file of the console's tests. They share one window and one set of modules,
 * because to make these anew for each file takes longer than the tests themselves: so each test
 * leaves the window as it found it.
 */

// Modals and pages are loaded when they are opened; on a busy machine that takes longer than the
// second people at a keyboard are given.
configure({ asyncUtilTimeout: 5_000 });

const HOME = "http://localhost:3000/";

afterEach(() => {
  cleanup();
  closeModal();
  for (const { key } of currentToasts()) closeToast(key);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Pages are also made where there is no browser.
  if (typeof document === "undefined") return;
  sessionStorage.clear();
  localStorage.clear();
  for (const pair of document.cookie.split("; "))
    document.cookie = `${pair.split("=")[0]}=; path=/; max-age=0`;
  // A link that a test has pressed may have led the window away.
  (globalThis as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(HOME);
});
