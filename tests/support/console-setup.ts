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
configure({ asyncUtilTimeout: 15_000 });

if (typeof CSSStyleSheet !== "undefined") readOnlyRulesThatHide();

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

/**
 * To tell whether an element can be seen, happy-dom compares it and all that it stands in with
 * each of the thousands of rules of Ant Design, anew after every change: half of the time of a
 * test. Only those that show or hide are asked about here; a colour or a width is never.
 */
function readOnlyRulesThatHide(): void {
  const { prototype } = CSSStyleSheet;
  const read = prototype.replaceSync;
  prototype.replaceSync = function (this: { cssRules: readonly CSSRule[] }, text) {
    read.call(this as never, text);
    this.cssRules = this.cssRules.filter(({ cssText }) =>
      /display|visibility|pointer-events/.test(cssText),
    );
  };
}
