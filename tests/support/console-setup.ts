import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { closeModal } from "#web/modals/modal-store.ts";
import { closeToast, currentToasts } from "#web/ui/toasts.ts";

/**
 * Before every console test file. Files share window and modules, because reloading takes longer
 * than the tests; so each test restores the window.
 */

// Lazy modals and pages outlast any short wait on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

if (typeof CSSStyleSheet !== "undefined") readOnlyRulesThatHide();

const HOME = "http://localhost:3000/";
/** As `vitest.config.ts` opens it. */
const WINDOW = { width: 1440, height: 900 };

afterEach(() => {
  cleanup();
  closeModal();
  for (const { key } of currentToasts()) closeToast(key);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Some pages are rendered without a browser.
  if (typeof document === "undefined") return;
  sessionStorage.clear();
  localStorage.clear();
  for (const pair of document.cookie.split("; "))
    document.cookie = `${pair.split("=")[0]}=; path=/; max-age=0`;
  const { happyDOM } = globalThis as unknown as {
    happyDOM: { setURL(url: string): void; setViewport(size: typeof WINDOW): void };
  };
  // A link may have navigated, a phone may have been turned.
  happyDOM.setURL(HOME);
  happyDOM.setViewport(WINDOW);
});

/**
 * happy-dom checks visibility against thousands of Ant Design rules, half of a test's time. Keeps
 * only rules that show or hide.
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
