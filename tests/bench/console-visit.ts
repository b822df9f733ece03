import {
  chromium,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Page,
} from "playwright";
import { systemBrowser } from "#tests/support/system-browser.ts";
import { isTiny } from "./size.ts";

/** Cost of a visit. Bytes as sent (brotli), scripts and styles only; main-thread CPU in ms. */
export interface Visit {
  readonly page: Page;
  readonly cdp: CDPSession;
  bytesKiB(): number;
  cpuMs(): Promise<number>;
  cls(): Promise<number>;
  /** Longest task since a moment of `performance.now()`, ms; 0 below 50 ms. */
  longestTaskMs(since?: number): Promise<number>;
  /** When the awaited element appeared, ms since the request by the page's clock. */
  readonly shownMs: number;
  readonly calls: readonly Call[];
}

interface Call {
  /** Method and path without query. */
  readonly name: string;
  readonly isBeforeShown: boolean;
}

const API = /\/(open-api|client-api|edoc-api)\//;
/** Work after a page's last request. */
const SETTLE_MS = 800;
/** Idle parts of a page begin within 1.5 s. */
const QUIET_MS = 2000;
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: systemBrowser({ whole: true }),
    headless: true,
    args: ARGS,
  });
}

/**
 * Opens an address in a new tab and waits until it is ready and quiet; the method of the anchors'
 * `vitals.mjs`.
 */
export async function visit(context: BrowserContext, url: string, ready: string): Promise<Visit> {
  const page = await context.newPage();
  await page.addInitScript(watchPage, ready);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  // The thread's CPU time excludes other processes.
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const kinds = new Map<string, string>();
  const sent: { readonly name: string; readonly wallMs: number }[] = [];
  let bytes = 0;
  cdp.on("Network.requestWillBeSent", ({ request, wallTime }) => {
    const { pathname } = new URL(request.url);
    if (API.test(pathname))
      sent.push({ name: `${request.method} ${pathname}`, wallMs: wallTime * 1000 });
  });
  cdp.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === "Script" || kind === "Stylesheet") bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForSelector(ready);
  const [openedAt, shownMs] = await page.evaluate(
    () => [performance.timeOrigin, window.watched.shownMs] as const,
  );
  return {
    page,
    cdp,
    shownMs,
    get calls() {
      return sent.map(({ name, wallMs }) => ({ name, isBeforeShown: wallMs < openedAt + shownMs }));
    },
    bytesKiB: () => bytes / 1024,
    async cpuMs() {
      const { metrics } = await cdp.send("Performance.getMetrics");
      return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
    },
    cls: () => page.evaluate(() => window.watched.cls),
    longestTaskMs: (since = 0) =>
      page.evaluate(
        (from) =>
          Math.max(
            0,
            ...window.watched.tasks
              .filter(([start]) => start >= from)
              .map(([, duration]) => duration),
          ),
        since,
      ),
  };
}

/** Only what is measured needs a quiet page. */
export async function settle(page: Page): Promise<void> {
  if (isTiny) return;
  // A page with an event stream never becomes idle.
  await page.waitForLoadState("networkidle", { timeout: QUIET_MS }).catch(() => undefined);
  await page.waitForTimeout(SETTLE_MS);
}

declare global {
  interface Window {
    watched: { tasks: [start: number, duration: number][]; cls: number; shownMs: number };
  }
}

function watchPage(ready: string): void {
  const watched: Window["watched"] = { tasks: [], cls: 0, shownMs: Infinity };
  window.watched = watched;
  new MutationObserver((_, observer) => {
    if (!document.querySelector(ready)?.checkVisibility()) return;
    watched.shownMs = performance.now();
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true, attributes: true });
  new PerformanceObserver((list) =>
    list.getEntries().forEach((entry) => watched.tasks.push([entry.startTime, entry.duration])),
  ).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) watched.cls += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}
