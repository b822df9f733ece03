import { chromium } from "playwright";
import { systemBrowser } from "../support/system-browser.ts";
import { putOn, THEMES } from "./fixtures.ts";
import { rememberVisits, signIn, OWNER, WORKER } from "./people.ts";
import { startProduct } from "./product.ts";
import { keepInStep } from "./shared-time.ts";
const OUT = "/tmp/shots-shell";
const product = await startProduct("shots");
const browser = await chromium.launch({ executablePath: systemBrowser(), args: ["--no-sandbox"] });
const only = process.argv[2];
try {
  for (const [name, phone, addresses] of [
    ["owner", OWNER, ["/profile/payroll-registry", "/app/profile/summary", "/profile/account/transactions", "/profile/jobs"]],
    ["worker", WORKER, ["/profile", "/jobs"]],
    ["guest", null, ["/"]],
  ] as const) {
    if (only && only !== name) continue;
    const context = await browser.newContext({ locale: "ru-RU", timezoneId: "Europe/Moscow", reducedMotion: "reduce", baseURL: product.url });
    await context.addInitScript({ content: "globalThis.__name = (one) => one;" });
    await keepInStep(context, product);
    await rememberVisits(context, phone !== null);
    if (phone) await signIn(context, product, phone);
    const page = await context.newPage();
    page.on("pageerror", (e) => console.log("ERR", e.message));
    for (const address of addresses)
      for (const [width, height] of [[1440, 900], [1366, 768], [1024, 768], [360, 740]] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(address);
        await page.locator("h1").first().waitFor();
        await page.waitForTimeout(1800);
        for (const theme of width === 1366 ? (["light"] as const) : THEMES) {
          await putOn(page, theme);
          await page.screenshot({ path: `${OUT}/${name}${address.replaceAll("/", "_")}-${width}-${theme}.png` });
        }
        await putOn(page, "light");
        const f = await page.evaluate(() => ({
          header: document.querySelector(".header")?.getBoundingClientRect().height,
          side: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          h1: document.querySelector("h1")?.getBoundingClientRect().top,
          row: document.querySelector(".ant-table-tbody .ant-table-row")?.getBoundingClientRect().top,
          rows: [...document.querySelectorAll(".ant-table-row")].filter((r) => r.getBoundingClientRect().bottom <= innerHeight).length,
          parts: [...document.querySelectorAll(".header-inner > *, .header-tools > *")].map((e) => `${e.className.toString().slice(0, 22)}:${Math.round(e.getBoundingClientRect().x)}+${Math.round(e.getBoundingClientRect().width)}`).join(" "),
        }));
        console.log(name, address, width, JSON.stringify(f));
      }
    if (phone === OWNER) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto("/profile/payroll-registry");
      await page.locator("h1").first().waitFor();
      await page.waitForTimeout(1500);
      await page.getByRole("button", { name: "Помощь и о платформе" }).click();
      await page.waitForTimeout(900);
      await page.screenshot({ path: `${OUT}/owner-help.png` });
      await page.keyboard.press("Escape");
      await page.locator(".company-switch").click();
      await page.waitForTimeout(600);
      await page.screenshot({ path: `${OUT}/owner-company.png` });
      await page.keyboard.press("Escape");
      await page.locator(".header-search").click();
      await page.waitForTimeout(900);
      await page.screenshot({ path: `${OUT}/owner-palette.png` });
      await page.keyboard.press("Escape");
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto("/profile/payroll-registry");
      await page.locator("h1").first().waitFor();
      await page.getByRole("button", { name: "Меню" }).click();
      await page.waitForTimeout(1200);
      await page.screenshot({ path: `${OUT}/owner-phone-menu.png` });
    }
    await context.close();
  }
} finally {
  await browser.close();
  await product.stop();
}
