import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect, OWNER, test, WORKER } from "./fixtures.ts";
import { rememberVisits, signIn } from "./people.ts";
import type { Product } from "./product.ts";
import { keepInStep } from "./shared-time.ts";

/** Layout shift allowed while a page arrives. Source: issue «Arrival». */
const MOST_SHIFT = 0.02;
/** Time for late reads: balance, bell, maintenance. */
const SETTLED_MS = 2500;
const WIDTHS = [1280, 360];

const STRANGER = "79000000011";

interface Visitor {
  readonly name: string;
  readonly phone: string | null;
}
const GUEST: Visitor = { name: "a guest", phone: null };
const CUSTOMER: Visitor = { name: "the owner", phone: OWNER };
const WORKMAN: Visitor = { name: "a worker", phone: WORKER };

async function visit(browser: Browser, product: Product, { phone }: Visitor) {
  const context = await browser.newContext({ locale: "ru-RU", baseURL: product.url });
  await keepInStep(context, product);
  await rememberVisits(context, phone !== null);
  return { context, token: phone === null ? "" : await signIn(context, product, phone) };
}

/** A slow phone on a slow line. */
async function slowPage(context: BrowserContext, width: number): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 800 });
  await page.addInitScript(() => {
    const seen = { shift: 0, what: [] as string[] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        seen.shift += entry.value;
        seen.what.push(
          `${entry.value.toFixed(4)} ${entry.sources
            .map(
              ({ node, previousRect: was, currentRect: is }) =>
                `${node?.nodeName}.${(node as Element | null)?.className} ${[was, is].map(({ x, y, width, height }) => `${x},${y} ${width}×${height}`).join(" → ")}`,
            )
            .join("; ")}`,
        );
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return page;
}

async function privateJob(context: BrowserContext, token: string, call: string): Promise<number> {
  const answer = await context.request.get(`/client-api${call}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { items } = (await answer.json()) as { items: { id: number; state: { id: string } }[] };
  const job = items.find(({ state }) => state.id !== "PUBLISHED");
  expect(job, "a job in work").toBeDefined();
  return job?.id ?? 0;
}

const VISITS: readonly (readonly [
  Visitor,
  (job: () => Promise<number>) => Promise<readonly string[]>,
])[] = [
  [GUEST, async () => ["/", "/jobs", "/jobs/97", "/accounts/1", "/workmans/1", "/documents"]],
  [
    CUSTOMER,
    async (job) => [
      "/",
      "/jobs",
      `/jobs/${await job()}`,
      "/accounts/1",
      "/workmans/1",
      "/documents",
      "/profile/account/documents",
    ],
  ],
  [
    WORKMAN,
    async (job) => [
      "/",
      "/jobs",
      `/jobs/${await job()}`,
      "/jobs/97",
      "/accounts/1",
      "/workmans/1",
      "/documents",
      "/profile",
      "/profile/workman/documents",
    ],
  ],
];

for (const [visitor, addressesFor] of VISITS)
  test(`pages do not move while they arrive: ${visitor.name}`, async ({ browser, product }) => {
    test.setTimeout(600_000);
    const { context, token } = await visit(browser, product, visitor);
    const ownJobs =
      visitor === CUSTOMER ? "/job/created-list?perPage=100" : "/job/has-accepted-offer-list";
    const addresses = await addressesFor(() => privateJob(context, token, ownJobs));
    for (const width of WIDTHS)
      for (const address of addresses) {
        const page = await slowPage(context, width);
        const answer = await page.goto(address, { waitUntil: "load" });
        expect(answer?.status(), address).toBe(200);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await page.waitForTimeout(SETTLED_MS);
        const { shift, what } = await page.evaluate(
          () => (window as unknown as { seen: { shift: number; what: string[] } }).seen,
        );
        // A line as tall as a button.
        if (width === 1280)
          expect
            .soft((await page.locator(".header").boundingBox())?.height, `${address}, the header`)
            .toBeLessThan(80);
        expect
          .soft(shift, `${address} of ${visitor.name}, ${width}:\n${what.join("\n")}`)
          .toBeLessThanOrEqual(MOST_SHIFT);
        if (process.env.ARRIVAL_PICTURES)
          await page.screenshot({
            path: `${process.env.ARRIVAL_PICTURES}/${visitor.name}-${width}${address.replaceAll("/", "_")}.png`,
          });
        await page.close();
      }
    await context.close();
  });

test("a job of others is told from none neither by its status nor by its bytes", async ({
  browser,
  product,
}) => {
  const { context, token } = await visit(browser, product, CUSTOMER);
  const job = await privateJob(context, token, "/job/created-list?perPage=100");
  const frame = await context.request.get(`/jobs/${job}`);
  expect([frame.status(), frame.headers()["cache-control"]]).toEqual([200, "private, no-store"]);
  const stranger = await visit(browser, product, { name: "a stranger", phone: STRANGER });
  const guest = await visit(browser, product, GUEST);
  for (const { context: other } of [stranger, guest]) {
    const [hidden, absent] = await Promise.all(
      [job, 999_999].map((id) => other.request.get(`/jobs/${id}`)),
    );
    expect([hidden?.status(), absent?.status()]).toEqual([404, 404]);
    const bytes = async (id: number, page = hidden) =>
      (await page?.text())?.replaceAll(String(id), "ID");
    expect(await bytes(job)).toBe(await bytes(999_999, absent));
  }
});
