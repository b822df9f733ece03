import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { chromium } from "playwright";
import { systemBrowser } from "../support/system-browser.ts";
import { FINANCE_MANAGER, OWNER, WORKER } from "./cast.ts";
import { putOn } from "./fixtures.ts";
import { openStudio, signIn } from "./people.ts";
import { startProduct } from "./product.ts";

/** `npm run pictures`: the README's, of the demonstration as it begins. Needs `npm run build`. */
interface Picture {
  readonly name: string;
  readonly phone: string;
  readonly size: { readonly width: number; readonly height: number };
  /** @param read - the answer of a call as this person. */
  readonly address: (read: Read) => Promise<string>;
}

type Row = { readonly id: number; readonly title: string; readonly offersCount?: number };
type Read = (call: string) => Promise<{ readonly items: readonly Row[] }>;

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

const PICTURES: readonly Picture[] = [
  {
    name: "registry",
    phone: FINANCE_MANAGER,
    size: WIDE,
    async address(read) {
      const { items } = await read("/open-api/v1/payroll-registries?perPage=100");
      return `/profile/payroll-registry/${idOf(items, ({ title }) => title.startsWith("Разгрузка"))}`;
    },
  },
  {
    name: "summary",
    phone: OWNER,
    size: WIDE,
    address: async () => "/app/profile/summary",
  },
  {
    name: "offers",
    phone: OWNER,
    size: WIDE,
    async address(read) {
      const { items } = await read("/client-api/job/created-list?states=PUBLISHED&perPage=100");
      const most = Math.max(...items.map(({ offersCount = 0 }) => offersCount));
      return `/jobs/${idOf(items, ({ offersCount }) => offersCount === most)}`;
    },
  },
  {
    name: "reconciliation",
    phone: FINANCE_MANAGER,
    size: WIDE,
    address: async () => "/profile/account/transactions/reconciliation",
  },
  {
    name: "taxes",
    phone: WORKER,
    size: WIDE,
    address: async () => "/profile/workman/taxes",
  },
  {
    name: "job-phone",
    phone: WORKER,
    size: PHONE,
    async address(read) {
      const search = encodeURIComponent("Снять каталог");
      const { items } = await read(`/client-api/job/list?search=${search}`);
      return `/jobs/${idOf(items, () => true)}`;
    },
  },
];

const folder = resolve("docs/pictures");
await mkdir(folder, { recursive: true });
const product = await startProduct("pictures");
const browser = await chromium.launch({ executablePath: systemBrowser(), args: ["--no-sandbox"] });
try {
  for (const phone of new Set(PICTURES.map((picture) => picture.phone)))
    await photograph(
      phone,
      PICTURES.filter((picture) => picture.phone === phone),
    );
} finally {
  await browser.close();
  await product.stop();
}

async function photograph(phone: string, pictures: readonly Picture[]): Promise<void> {
  const context = await openStudio(browser, product);
  const authorization = `Bearer ${await signIn(context, product, phone)}`;
  const read: Read = async (call) =>
    (await context.request.get(product.url + call, { headers: { authorization } })).json() as never;
  const page = await context.newPage();
  for (const { name, size, address } of pictures) {
    await page.setViewportSize(size);
    await page.goto(await address(read));
    await page.locator("h1").first().waitFor();
    await page.waitForFunction(
      () => document.querySelector("[aria-busy=true], .ant-skeleton-active, .screen-wait") === null,
    );
    // The header's figures come after the page's.
    await page.waitForFunction(
      () => !/Доступно\s*—/.test(document.querySelector("header")?.textContent ?? ""),
    );
    await putOn(page, "light");
    await page.screenshot({ path: resolve(folder, `${name}.png`) });
  }
  await context.close();
}

function idOf(rows: readonly Row[], isIt: (row: Row) => boolean): number {
  const row = rows.find(isIt);
  if (!row) throw new Error("the demonstration has nothing to show");
  return row.id;
}
