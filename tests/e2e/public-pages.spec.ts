import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectAccessibleWhenLong,
  expectNoSideScroll,
  test,
} from "./fixtures.ts";

/** Public URLs of the specification. */
interface PublicAddress {
  readonly path: string;
  readonly heading: string | RegExp;
  /** When different. */
  readonly canonical?: string;
  readonly isIndexed?: false;
}
const PAGES: readonly PublicAddress[] = [
  { path: "/", heading: /Выплаты самозанятым/ },
  { path: "/about", heading: "О платформе" },
  { path: "/contacts", heading: "Контакты" },
  { path: "/faq", heading: "База знаний" },
  { path: "/documents", heading: "Правовые документы" },
  { path: "/documents/contract", heading: "Договор возмездного оказания услуг" },
  { path: "/documents/customer-contract", heading: "Договор с заказчиком" },
  { path: "/documents/data-policy", heading: "Политика конфиденциальности" },
  { path: "/documents/terms-of-use", heading: "Пользовательское соглашение" },
  {
    path: "/documents/old-data-policy-2025-03-01",
    heading: "Политика конфиденциальности",
    isIndexed: false,
  },
  { path: "/jobs", heading: "Задания" },
  { path: "/jobs/services", heading: /категори/i },
  { path: "/jobs/warehouse", heading: "Склад и логистика" },
  { path: "/jobs/97", heading: "Развести электрику в кофейне" },
  { path: "/workmans", heading: "Исполнители" },
  { path: "/workmans/1", heading: "Алексей С.", isIndexed: false },
  { path: "/accounts", heading: "Заказчики" },
  { path: "/accounts/1", heading: "ООО «Северный склад»" },
  { path: "/authorization", heading: "Вход" },
  { path: "/app/authorization", heading: "Вход", canonical: "/authorization" },
  { path: "/registration", heading: "Регистрация" },
  { path: "/app/registration", heading: "Регистрация", canonical: "/registration" },
  { path: "/registration-opf", heading: "Выберите правовую форму" },
  { path: "/workman-invite", heading: "Откройте приглашение по ссылке из СМС", isIndexed: false },
  {
    path: "/workman-registry-invite",
    heading: "Откройте приглашение по ссылке из СМС",
    isIndexed: false,
  },
  {
    path: "/workman-registry-registration",
    heading: "Откройте приглашение по ссылке из СМС",
    isIndexed: false,
  },
];

/** Pages opened per kind; `npm run test:long` opens all. */
const MOST_ALIKE = process.env.LONG_JOURNEYS === "1" ? Number.POSITIVE_INFINITY : 8;

for (const { path, heading, canonical = path, isIndexed } of PAGES) {
  test(`${path} is complete in the server's answer and readable without JavaScript`, async ({
    browser,
    product,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "ru-RU" });
    const page = await context.newPage();
    const answer = await page.goto(product.url + path);
    expect(answer?.status()).toBe(200);
    await expect(page.locator("html")).toHaveAttribute("lang", "ru");
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveTitle(/Платформа для самозанятых$/);
    expect(
      (await page.locator('meta[name="description"]').getAttribute("content"))?.length,
    ).toBeGreaterThan(40);
    if (isIndexed === false)
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    else
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
        "href",
        product.url + canonical,
      );
    await expect(page.locator('meta[property="og:title"]')).toHaveCount(1);
    expect(
      (
        await page.request.get(
          (await page.locator('meta[property="og:image"]').getAttribute("content")) ?? "",
        )
      ).headers()["content-type"],
    ).toBe("image/png");
    const structured = await structuredData(page);
    const trail = structured.find((one) => one["@type"] === "BreadcrumbList");
    if (path !== "/")
      expect(trail?.itemListElement?.[0]).toMatchObject({ position: 1, item: `${product.url}/` });
    await expect(
      page.getByRole("contentinfo").getByRole("link", { name: "Правовые документы" }),
    ).toBeVisible();
    await context.close();
  });
}

for (const { path, canonical } of PAGES) {
  test(`${path} has no accessibility faults in either theme and fits 320 px`, async ({ page }) => {
    const complaints = listen(page);
    await page.goto(path);
    await hydrated(page);
    await awake(page);
    if (path === "/") await expectAccessible(page);
    // Once, under the canonical URL.
    else if (canonical === undefined) await expectAccessibleWhenLong(page);
    await page.setViewportSize({ width: 320, height: 740 });
    await expectNoSideScroll(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.reload();
    await hydrated(page);
    await awake(page);
    await expectNoSideScroll(page);
    // Hydration mismatches appear here.
    expect(complaints).toEqual([]);
  });
}

test("no link of a public page is broken", async ({ request, product }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const waiting = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) =>
    address.replaceAll("&amp;", "&"),
  );
  expect(waiting.length).toBeGreaterThan(8);
  const seen = new Set(waiting);
  const alike = new Map<string, number>();
  const broken: string[] = [];
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    const kind = kindOf(new URL(address));
    const opened = alike.get(kind) ?? 0;
    if (opened >= MOST_ALIKE) continue;
    alike.set(kind, opened + 1);
    const answer = await request.get(address, { maxRedirects: 1 });
    if (!answer.ok()) broken.push(`${answer.status()} ${address}`);
    const isPage = answer.headers()["content-type"]?.startsWith("text/html");
    if (!isPage) continue;
    for (const [, href = ""] of (await answer.text()).matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const target = new URL(href.replaceAll("&amp;", "&"), address);
      target.hash = "";
      if (target.origin !== product.url || seen.has(target.href) || seen.size > 600) continue;
      seen.add(target.href);
      waiting.push(target.href);
    }
  }
  expect(broken).toEqual([]);
});

/** URLs of a kind differ by record, service or filter. */
function kindOf({ pathname, searchParams }: URL): string {
  const [, first, ...rest] = pathname.split("/");
  return [first, rest.length, ...new Set(searchParams.keys())].join(" ");
}

test("an address has one form: lower case, no slash at its end, its query untouched", async ({
  request,
  product,
}) => {
  const answer = await request.get("/About/?utm_source=Mail", { maxRedirects: 0 });
  expect([answer.status(), answer.headers()["location"]]).toEqual([301, "/about?utm_source=Mail"]);
  const missing = await request.get("/no-such-page");
  expect(missing.status()).toBe(404);
  expect(await missing.text()).toContain("Такой страницы не существует");
  expect((await request.get("/documents/old-contract-1999-01-01")).status()).toBe(404);
  expect(await (await request.get("/robots.txt")).text()).toContain(
    `Sitemap: ${product.url}/sitemap.xml`,
  );
});

test("a visitor walks from page to page without loading anew, and each page has its own head", async ({
  page,
}) => {
  await page.goto("/faq");
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole("searchbox").fill("вычет");
  await expect(page).toHaveURL(/\?q=/);
  await expect(page.getByText("Что такое налоговый вычет 10 000 ₽?")).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Контакты" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Контакты" })).toBeVisible();
  await expect(page).toHaveTitle("Контакты — Платформа для самозанятых");
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/contacts$/);
  await expect(page.locator('meta[property="og:title"]')).toHaveCount(1);
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("what is typed while a page is hydrated is not lost", async ({ page }) => {
  await page.goto("/faq", { waitUntil: "commit" });
  await page.getByRole("searchbox").pressSequentially("вычет");
  await expect(page.getByText("Что такое налоговый вычет 10 000 ₽?")).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("вычет");
  await expect(page).toHaveURL(/\?q=/);
  await page.getByRole("contentinfo").getByRole("link", { name: "Контакты" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Контакты" })).toBeVisible();
});

test("a page that was left is there again when one goes back", async ({ page }) => {
  const complaints = listen(page);
  await page.goto("/jobs/97");
  await hydrated(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Контакты" }).click();
  await expect(page).toHaveTitle(/^Контакты/);
  await expect(page.getByRole("navigation", { name: "Навигационная цепочка" })).toContainText(
    "Контакты",
  );
  await page.goBack();
  await expect(
    page.getByRole("heading", { level: 1, name: "Развести электрику в кофейне" }),
  ).toBeVisible();
  await expect(page).toHaveTitle(/^Развести электрику/);
  await page.goto("/faq");
  await hydrated(page);
  await page
    .getByRole("navigation", { name: "Разделы базы знаний" })
    .getByRole("link")
    .last()
    .click();
  await expect(page).toHaveURL(/#/);
  await page.getByRole("contentinfo").getByRole("link", { name: "Контакты" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Контакты" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("filters of a list work at the first press", async ({ page }) => {
  await page.goto("/jobs");
  await hydrated(page);
  const count = page.getByRole("main").getByRole("status").first();
  const before = (await count.textContent()) ?? "";
  await page.getByRole("search").getByRole("searchbox").fill("каталог");
  await page.getByRole("search").getByRole("button", { name: "Найти" }).click();
  await expect(page).toHaveURL(/search=/);
  await expect(count).not.toHaveText(before);
  await expect(page.getByRole("link", { name: /Снять каталог/ }).first()).toBeVisible();
});

test("a chosen theme is on the page before any script", async ({ page, request }) => {
  await page.goto("/");
  await hydrated(page);
  await page.getByRole("button", { name: "Включить тёмную тему" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const { value = "" } =
    (await page.context().cookies()).find(({ name }) => name === "theme") ?? {};
  expect(
    await (await request.get("/", { headers: { cookie: `theme=${value}` } })).text(),
  ).toContain('<html lang="ru" data-theme="dark">');
});

test("parameters of a campaign are kept once", async ({ page }) => {
  const kept = async () =>
    (await page.context().cookies())
      .filter(({ name }) => name.startsWith("utm_"))
      .map(({ name, value }) => `${name}=${value}`)
      .sort();
  await page.goto("/?utm_source=first&utm_medium=sms");
  await expect.poll(kept).toEqual(["utm_medium=sms", "utm_source=first"]);
  await page.goto("/about?utm_source=second");
  await hydrated(page);
  expect(await kept()).toEqual(["utm_medium=sms", "utm_source=first"]);
});

async function awake(page: Page): Promise<void> {
  const heading = page.getByRole("heading", { level: 1 });
  await heading.dispatchEvent("pointerdown");
  await expect
    .poll(() =>
      heading.evaluate((element) =>
        Object.keys(element).some((key) => key.startsWith("__reactFiber")),
      ),
    )
    .toBe(true);
}

async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.getElementById("root")?.firstElementChild ?? {}).some((key) =>
      key.startsWith("__reactFiber"),
    ),
  );
}

/** Errors of browser and page. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return complaints;
}

interface Structured {
  readonly "@type": string;
  readonly itemListElement?: readonly unknown[];
}

async function structuredData(page: Page): Promise<Structured[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.map((text) => JSON.parse(text) as Structured);
}
