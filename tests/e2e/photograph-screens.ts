import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright";
import { systemBrowser } from "../support/system-browser.ts";
import { putOn, THEMES } from "./fixtures.ts";
import { openStudio, rememberVisits, signIn, WALKERS } from "./people.ts";
import { startProduct } from "./product.ts";
import { addressesOf, SCREENS } from "./screens.ts";
import { keepInStep } from "./shared-time.ts";

/**
 * `npm run screens [part of a URL]`: every screen for each role, in both themes and three widths,
 * as one page. Needs `npm run build`.
 */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 360, height: 740 },
] as const;

const wanted = process.argv[2] ?? "";
const folder = await mkdtemp(join(tmpdir(), "screens-"));
const product = await startProduct("screens");
const browser = await chromium.launch({ executablePath: systemBrowser(), args: ["--no-sandbox"] });
const sections: string[] = [];
try {
  let token = "";
  for (const walker of [...WALKERS].sort((one) => (one.name === "the owner" ? -1 : 1))) {
    const context = await openStudio(browser, product);
    await keepInStep(context, product);
    await rememberVisits(context, walker.phone !== null);
    if (walker.phone !== null) token ||= await signIn(context, product, walker.phone);
    if (walker.name === "a worker") await signIn(context, product, walker.phone as string);
    const page = await context.newPage();
    for (const screen of SCREENS.filter(
      (one) => one.walker === walker && one.path.includes(wanted),
    )) {
      for (const address of await addressesOf(screen.path, product, async () => token))
        sections.push(await photograph(page, address, walker.name));
    }
    await context.close();
  }
} finally {
  await browser.close();
  await product.stop();
}
const file = join(folder, "index.html");
await writeFile(
  file,
  `<!doctype html><meta charset="utf-8"><title>Screens</title><style>body{font:14px sans-serif}figure{display:inline-block;margin:4px;vertical-align:top}img{border:1px solid #999;height:420px}</style>${sections.join("\n")}`,
);
process.stdout.write(`${sections.length} screens: ${file}\n`);

async function photograph(page: Page, address: string, person: string): Promise<string> {
  const figures: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto(address);
    await page.locator("h1").first().waitFor();
    await page
      .waitForFunction(
        () => document.querySelector("[aria-busy=true], .screen-wait") === null,
        null,
        { timeout: 15_000 },
      )
      .catch(() => undefined);
    for (const theme of THEMES) {
      await putOn(page, theme);
      const name = `${person}${address}-${size.width}-${theme}.png`.replaceAll(/[^\w.-]+/g, "_");
      await page.screenshot({ path: join(folder, name) });
      figures.push(
        `<figure><img loading="lazy" src="${name}"><figcaption>${size.width}, ${theme}</figcaption></figure>`,
      );
    }
  }
  return `<h2>${address}, ${person}</h2>${figures.join("")}`;
}
