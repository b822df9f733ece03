import type { BrowserContext, Page } from "playwright";
import type { ConsolePeer } from "./console-peer.ts";
import { ADMIN, MANAGER, type ConsoleStage } from "./console-stage.ts";
import { settle, visit, type Visit } from "./console-visit.ts";
import { atMost, median, type Figure } from "./figure.ts";
import { sized } from "./size.ts";

const ROUNDS = sized(3, 1);
const LIST = "/profile/payroll-registry";
/** A row with data, not a skeleton. */
const OUR_ROW = `.ant-table-row a[href^="${LIST}/"]`;
const ANY_ROW = ".ant-table-row";
const PEER_ROW = "tbody tr";
const WORKERS = "/profile/employees";
const SUMMARY = "/app/profile/summary";

interface Cost {
  readonly kib: number;
  readonly cpuMs: number;
}
interface ListCost extends Cost {
  readonly cls: number;
  /** Calls before the rows stood there, and repeated calls by the end. */
  readonly calls: number;
  readonly repeated: number;
  readonly nextPage: Step;
  readonly otherList: Step;
  /** Additional scripts and styles of the other list. */
  readonly moreKib: number;
  readonly secondVisit: SecondVisit;
}
/** The same address in a browser with a cache. */
interface SecondVisit {
  readonly kib: number;
  readonly shownMs: number;
}
interface Step {
  readonly cpuMs: number;
  readonly longestTaskMs: number;
}

/** C2 to C6: costs of pages and steps, interleaved with the peer's. */
export async function pageFigures(
  stage: ConsoleStage,
  peer: ConsolePeer | null,
): Promise<Figure[]> {
  const signIns: Cost[] = [];
  const lists: ListCost[] = [];
  const windows: number[] = [];
  const charts: number[] = [];
  const peerShown: number[] = [];
  const peerSignIns: number[] = [];
  const peerLists: number[] = [];
  const peerPages: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    signIns.push(await ourSignIn(stage));
    if (peer) peerSignIns.push(await peerSignIn(stage, peer));
    lists.push(await ourList(stage));
    if (peer) {
      const { cpuMs, nextPageMs, shownMs } = await peerList(stage, peer);
      peerShown.push(shownMs);
      peerLists.push(cpuMs);
      peerPages.push(nextPageMs);
    }
    windows.push(await ourWindow(stage));
    charts.push(await ourCharts(stage));
  }
  const of = <One>(all: readonly One[], pick: (one: One) => number) => median(all.map(pick));
  const figures = [
    atMost(
      "C2",
      "sign-in: scripts and styles, brotli",
      of(signIns, ({ kib }) => kib),
      120,
      1,
      "KiB",
    ),
    atMost(
      "C3",
      "a list, first visit: scripts and styles, brotli",
      of(lists, ({ kib }) => kib),
      480,
      1,
      "KiB",
    ),
    atMost(
      "C3-shift",
      "layout shift of its first visit",
      of(lists, ({ cls }) => cls),
      0.05,
      1,
      "shift",
    ),
    atMost(
      "C3-calls",
      "calls before its rows stand there",
      of(lists, ({ calls }) => calls),
      4,
      1,
      "calls",
    ),
    atMost(
      "C3-twice",
      "calls of its first visit made twice, plus one",
      of(lists, ({ repeated }) => repeated) + 1,
      1,
      1,
      "calls",
    ),
    atMost(
      "C5-task",
      "longest task of the next page and of moving to another list",
      Math.max(
        of(lists, (one) => one.nextPage.longestTaskMs),
        of(lists, (one) => one.otherList.longestTaskMs),
      ),
      200,
      1,
    ),
    atMost(
      "C5-more",
      "another list: scripts and styles more, brotli",
      of(lists, ({ moreKib }) => moreKib),
      40,
      1,
      "KiB",
    ),
    atMost(
      "C4",
      "a list, second visit: scripts and styles from the network, plus one",
      of(lists, ({ secondVisit }) => secondVisit.kib) + 1,
      1,
      1,
      "KiB",
    ),
    atMost(
      "C6",
      "a form in a window with its page: scripts and styles, brotli",
      median(windows),
      510,
      1,
      "KiB",
    ),
    atMost(
      "C6-chart",
      "a page of charts: scripts and styles, brotli",
      median(charts),
      450,
      1,
      "KiB",
    ),
  ];
  if (!peer) return figures;
  return [
    ...figures,
    atMost(
      "C2-cpu",
      "sign-in: main-thread CPU against ra-min",
      of(signIns, ({ cpuMs }) => cpuMs),
      median(peerSignIns),
      1,
    ),
    atMost(
      "C3-cpu",
      "a list, first visit: main-thread CPU against ra-min",
      of(lists, ({ cpuMs }) => cpuMs),
      median(peerLists),
      1.75,
    ),
    atMost(
      "C4-shown",
      "a list, second visit: rows in sight, against ra-min's first visit",
      of(lists, ({ secondVisit }) => secondVisit.shownMs),
      median(peerShown),
      0.5,
    ),
    atMost(
      "C5-next",
      "next page: main-thread CPU against ra-min",
      of(lists, (one) => one.nextPage.cpuMs),
      median(peerPages),
      2,
    ),
    atMost(
      "C5-move",
      "moving to another list and back: CPU of one step against ra-min's next page",
      of(lists, (one) => one.otherList.cpuMs),
      median(peerPages),
      2,
    ),
  ];
}

async function ourSignIn(stage: ConsoleStage): Promise<Cost> {
  const context = await stage.guest();
  const seen = await visit(context, `${stage.url}/authorization`, "form");
  const cost = await costOf(seen);
  await context.close();
  return cost;
}

async function peerSignIn(stage: ConsoleStage, peer: ConsolePeer): Promise<number> {
  const context = await stage.guest();
  const { cpuMs } = await costOf(await visit(context, `${peer.url}/#/login`, "form"));
  await context.close();
  return cpuMs;
}

async function ourList(stage: ConsoleStage): Promise<ListCost> {
  const { context, close } = await stage.as(MANAGER);
  const seen = await visit(context, stage.url + LIST, OUR_ROW);
  const { page } = seen;
  const cost = await costOf(seen);
  const calls = seen.calls.filter(({ isBeforeShown }) => isBeforeShown).length;
  const repeated = seen.calls.length - new Set(seen.calls.map(({ name }) => name)).size;
  const cls = await seen.cls();
  const firstRow = () => page.locator(OUR_ROW).first().getAttribute("href");
  const nextPage = await stepOf(seen, async () => {
    const before = await firstRow();
    await page.getByTitle("Вперед").getByRole("button").click();
    await page.waitForFunction(
      ([row, link]) => document.querySelector(row ?? "")?.getAttribute("href") !== link,
      [OUR_ROW, before] as const,
    );
  });
  const kibBefore = seen.bytesKiB();
  const away = await stepOf(seen, () =>
    goTo(page, "Исполнители", `${ANY_ROW} a[href^="/workmans/"]`),
  );
  const moreKib = seen.bytesKiB() - kibBefore;
  const back = await stepOf(seen, () => goTo(page, "Выплаты", OUR_ROW));
  await page.close();
  const secondVisit = await revisit(context, stage.url + LIST);
  await close();
  return {
    ...cost,
    cls,
    calls,
    repeated,
    nextPage,
    moreKib,
    secondVisit,
    otherList: {
      cpuMs: (away.cpuMs + back.cpuMs) / 2,
      longestTaskMs: Math.max(away.longestTaskMs, back.longestTaskMs),
    },
  };
}

/** Reopens the address in the same profile: from Enter to the first row. */
async function revisit(context: BrowserContext, url: string): Promise<SecondVisit> {
  const seen = await visit(context, url, OUR_ROW);
  await settle(seen.page);
  return { kib: seen.bytesKiB(), shownMs: seen.shownMs };
}

async function goTo(page: Page, link: string, ready: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Разделы кабинета" })
    .getByRole("link", { name: link, exact: true })
    .click();
  await page.waitForSelector(ready);
}

async function peerList(
  stage: ConsoleStage,
  peer: ConsolePeer,
): Promise<{ cpuMs: number; nextPageMs: number; shownMs: number }> {
  const context = await stage.guest();
  await context.addInitScript(() => localStorage.setItem("token", "t"));
  const seen = await visit(context, `${peer.url}/#/payroll-registries`, PEER_ROW);
  const { cpuMs } = await costOf(seen);
  const { page, shownMs } = seen;
  const nextPage = await stepOf(seen, async () => {
    const before = await page.locator(PEER_ROW).first().innerText();
    await page.getByRole("button", { name: "Go to next page" }).click();
    await page.waitForFunction(
      ([row, text]) => document.querySelector<HTMLElement>(row ?? "")?.innerText !== text,
      [PEER_ROW, before] as const,
    );
  });
  await context.close();
  return { cpuMs, nextPageMs: nextPage.cpuMs, shownMs };
}

async function ourWindow(stage: ConsoleStage): Promise<number> {
  const { context, close } = await stage.as(ADMIN);
  const seen = await visit(context, stage.url + WORKERS, ANY_ROW);
  await seen.page.getByRole("button", { name: "Пригласить исполнителя" }).click();
  await seen.page.getByRole("dialog").getByLabel("Телефон").waitFor();
  const { kib } = await costOf(seen);
  await close();
  return kib;
}

async function ourCharts(stage: ConsoleStage): Promise<number> {
  const { context, close } = await stage.as(ADMIN);
  const { kib } = await costOf(await visit(context, stage.url + SUMMARY, "main h1"));
  await close();
  return kib;
}

async function costOf(seen: Visit): Promise<Cost> {
  await settle(seen.page);
  return { kib: seen.bytesKiB(), cpuMs: await seen.cpuMs() };
}

/** Cost of a step until the page is quiet. */
async function stepOf(seen: Visit, step: () => Promise<void>): Promise<Step> {
  const cpuBefore = await seen.cpuMs();
  const from = await seen.page.evaluate(() => performance.now());
  await step();
  await settle(seen.page);
  return { cpuMs: (await seen.cpuMs()) - cpuBefore, longestTaskMs: await seen.longestTaskMs(from) };
}
