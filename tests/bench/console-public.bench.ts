import type { ConsoleStage } from "./console-stage.ts";
import { settle, visit } from "./console-visit.ts";
import { atMost, type Figure } from "./figure.ts";
import { openSlowLine } from "./slow-line.ts";
import { sized } from "./size.ts";

const PAGES = [
  "/",
  "/about",
  "/contacts",
  "/blog",
  "/faq",
  "/documents",
  "/documents/contract",
  "/documents/customer-contract",
  "/jobs",
  "/jobs/services",
  "/jobs/97",
  "/workmans",
  "/workmans/1",
  "/accounts",
  "/accounts/1",
];
const INVITATION = "ab01".repeat(8);
const WAYS_IN = [
  "/registration",
  "/registration-opf?side=account&form=COMPANY",
  "/registration-opf?side=workman&form=SMZ",
  `/workman-invite?wi=${INVITATION}`,
];
/** Far longer than it is from the first paint to the largest at 12 KiB/s. */
const PAINT_MS = sized(4000, 0);
const PHONE = { width: 412, height: 823 };

/** C1 and the registrations of C2: the heaviest page of each kind, hydrated. */
export async function publicFigures(stage: ConsoleStage): Promise<Figure[]> {
  const pages = PAGES.slice(0, sized(PAGES.length, 1));
  const seen = [];
  for (const path of pages) seen.push(await pageCost(stage, path));
  const ways = [];
  for (const path of WAYS_IN.slice(0, sized(WAYS_IN.length, 1)))
    ways.push((await pageCost(stage, path)).kib);
  const paints = [];
  for (const path of pages) paints.push(await kibBeforePaint(stage, path));
  const most = (values: readonly number[]) => Math.max(...values);
  return [
    atMost(
      "C1",
      "the heaviest public page, hydrated: scripts and styles, brotli",
      most(seen.map(({ kib }) => kib)),
      110,
      1,
      "KiB",
    ),
    atMost(
      "C1-paint",
      "the most that comes before a public page's largest paint",
      most(paints),
      12,
      1,
      "KiB",
    ),
    atMost(
      "C1-shift",
      "the largest layout shift of a public page",
      most(seen.map(({ cls }) => cls)),
      0.02,
      1,
      "shift",
    ),
    atMost(
      "C2-ways",
      "the heaviest registration: scripts and styles, brotli",
      most(ways),
      120,
      1,
      "KiB",
    ),
  ];
}

async function pageCost(
  stage: ConsoleStage,
  path: string,
): Promise<{ readonly kib: number; readonly cls: number }> {
  const context = await stage.guest();
  const one = await visit(context, stage.url + path, "main h1");
  await settle(one.page);
  const cost = { kib: one.bytesKiB(), cls: await one.cls() };
  await context.close();
  return cost;
}

async function kibBeforePaint(stage: ConsoleStage, path: string): Promise<number> {
  const line = await openSlowLine(stage.url);
  const context = await stage.browser.newContext({ viewport: PHONE, locale: "ru-RU" });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      const paints: number[] = (window.paints = []);
      new PerformanceObserver((list) =>
        list
          .getEntries()
          .forEach(({ startTime }) => paints.push(performance.timeOrigin + startTime)),
      ).observe({ type: "largest-contentful-paint", buffered: true });
    });
    await page.goto(line.url + path, { waitUntil: "commit" });
    await page.waitForFunction(() => window.paints.length > 0);
    await page.waitForTimeout(PAINT_MS);
    return line.bytesBy(Math.max(...(await page.evaluate(() => window.paints)))) / 1024;
  } finally {
    await context.close();
    line.close();
  }
}

declare global {
  interface Window {
    /** When a larger paint came, ms since 1970. */
    paints: number[];
  }
}
