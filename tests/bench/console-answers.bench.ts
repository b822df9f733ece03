import type { Page, Route } from "playwright";
import { ADMIN, MANAGER, type ConsoleStage } from "./console-stage.ts";
import { settle, visit } from "./console-visit.ts";
import { atMost, median, percentile, type Figure } from "./figure.ts";
import { sized } from "./size.ts";

const ROUNDS = sized(3, 1);
const SLOWER = sized(4, 1);
const WORKERS = "/profile/employees";
/** Longer than React Query's first retry after one second. */
const RETRY_MS = sized(1500, 0);
const BETWEEN_CLICKS_MS = sized(900, 0);

interface Refused {
  readonly shownMs: number;
  readonly requests: number;
}

/** C9, C10: time until a refusal is on the screen, and until anything answers a click. */
export async function answerFigures(stage: ConsoleStage): Promise<Figure[]> {
  const refusals: Refused[] = [];
  const clicks: number[] = [];
  const interactions: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    refusals.push(await refusedList(stage), await refusedPause(stage), await refusedForm(stage));
    const answered = await clickAround(stage);
    clicks.push(...answered.clicks);
    interactions.push(...answered.interactions);
  }
  return [
    atMost(
      "C9",
      "403, 409 and 422: from the answer to its words on the screen, the slowest median",
      Math.max(
        ...[0, 1, 2].map((kind) =>
          median(refusals.filter((_, index) => index % 3 === kind).map(({ shownMs }) => shownMs)),
        ),
      ),
      300,
      1,
    ),
    atMost(
      "C9-calls",
      "requests each of them took",
      Math.max(...refusals.map(({ requests }) => requests)),
      1,
      1,
      "calls",
    ),
    atMost(
      "C10",
      `the slowest of ten common clicks at a ${SLOWER} times slowed processor: click → first change painted`,
      slowestOfTen(clicks),
      100,
      1,
    ),
    atMost("C10-inp", "interaction to next paint, 98 %", percentile(interactions, 0.98), 200, 1),
  ];
}

const problem = (code: string, message: string) => ({ code, message, requestId: "BENCH" });

async function refusedList(stage: ConsoleStage): Promise<Refused> {
  const { context, close } = await stage.as(MANAGER);
  const { page } = await visit(context, `${stage.url}/profile`, "h1");
  await settle(page);
  const refused = await refuse(
    page,
    ["GET"],
    "**/open-api/v1/payroll-registries?*",
    403,
    problem("forbidden", "Недостаточно прав для выполнения этой операции"),
  );
  await page
    .getByRole("navigation", { name: "Разделы кабинета" })
    .getByRole("link", { name: "Выплаты", exact: true })
    .click();
  const answer = await refused.shown("Доступ к странице запрещен");
  await close();
  return answer;
}

async function refusedPause(stage: ConsoleStage): Promise<Refused> {
  const { context, close } = await stage.as(ADMIN);
  const { page } = await visit(context, stage.url + WORKERS, ".ant-table-row");
  await settle(page);
  const refused = await refuse(
    page,
    ["PUT", "POST"],
    "**/open-api/v1/employees/**",
    409,
    problem("conflict", "Исполнителя уже приостановили"),
  );
  await page
    .getByRole("row")
    .filter({ hasText: "Работает" })
    .first()
    .getByRole("button", { name: /^Действия/ })
    .click();
  await page.getByRole("menuitem", { name: "Приостановить" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Приостановить" }).click();
  const answer = await refused.shown("Исполнителя уже приостановили");
  await close();
  return answer;
}

async function refusedForm(stage: ConsoleStage): Promise<Refused> {
  const { context, close } = await stage.as(ADMIN);
  const { page } = await visit(context, stage.url + WORKERS, ".ant-table-row");
  await settle(page);
  const refused = await refuse(page, ["POST"], "**/open-api/v1/employees*", 422, {
    message: "Проверьте заполнение полей",
    errors: { phone: ["Исполнитель уже приглашён"] },
  });
  await page.getByRole("button", { name: "Пригласить исполнителя" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Телефон").fill("9000000102");
  await dialog.getByRole("button", { name: "Пригласить" }).click();
  const answer = await refused.shown("Исполнитель уже приглашён");
  await close();
  return answer;
}

/** Refuses a call of the page, counts it, and tells when the refusal is painted. */
async function refuse(
  page: Page,
  methods: readonly string[],
  pattern: string,
  status: number,
  body: object,
): Promise<{ shown(words: string): Promise<Refused> }> {
  let requests = 0;
  let answeredAt = 0;
  // No live events: only what the page repeats by itself counts.
  await page.route("**/v1/events*", (route) => route.abort());
  await page.route(pattern, async (route: Route) => {
    if (!methods.includes(route.request().method())) return route.fallback();
    requests += 1;
    answeredAt ||= Date.now();
    await route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) });
  });
  return {
    async shown(words) {
      const at = await page.evaluate(
        (text) =>
          new Promise<number>((resolve) => {
            const look = () =>
              document.body.innerText.includes(text)
                ? resolve(Date.now())
                : requestAnimationFrame(look);
            look();
          }),
        words,
      );
      await page.waitForTimeout(RETRY_MS);
      return { shownMs: Math.max(0, at - answeredAt), requests };
    },
  };
}

interface Answered {
  /** Ten clicks in script order. */
  readonly clicks: number[];
  readonly interactions: number[];
}

async function clickAround(stage: ConsoleStage): Promise<Answered> {
  const { context, close: closeContext } = await stage.as(MANAGER);
  const { page, cdp } = await visit(
    context,
    `${stage.url}/profile/payroll-registry`,
    '.ant-table-row a[href^="/profile/payroll-registry/"]',
  );
  await settle(page);
  await page.evaluate(watchInteractions);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const menu = page.getByRole("navigation", { name: "Разделы кабинета" });
  const bell = page.getByRole("banner").getByRole("button", { name: /^Уведомления/ });
  const person = page.locator(".person-button");
  const theme = page.getByRole("button", { name: /тему$/ });
  const close = page
    .getByRole("dialog", { name: "Уведомления", exact: true })
    .getByRole("button", { name: "Закрыть" });
  const targets = [
    bell,
    close,
    person,
    person,
    theme,
    theme,
    page.locator(".ant-table-column-has-sorters").first(),
    page.getByTitle("Вперед").getByRole("button"),
    menu.getByRole("link", { name: "Документы", exact: true }),
    menu.getByRole("link", { name: "Выплаты", exact: true }),
  ];
  const clicks: number[] = [];
  for (const target of targets) {
    // A hand's pointer comes before its press.
    await target.hover();
    await page.evaluate(watchFirstChange);
    await target.click();
    clicks.push(await page.evaluate(() => window.changePainted));
    await page.waitForTimeout(BETWEEN_CLICKS_MS);
  }
  const interactions = await page.evaluate(() => window.interactions);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await closeContext();
  return { clicks, interactions };
}

declare global {
  interface Window {
    /** Longest event of each interaction, ms to the next paint. */
    interactions: number[];
    /** Ms from the next click to the first painted change. */
    changePainted: Promise<number>;
  }
}

function watchInteractions(): void {
  const longest = new Map<number, number>();
  window.interactions = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & {
      interactionId: number;
    })[]) {
      if (entry.interactionId)
        longest.set(
          entry.interactionId,
          Math.max(longest.get(entry.interactionId) ?? 0, entry.duration),
        );
    }
    window.interactions = [...longest.values()];
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}

/** From the press to the frame after the page's first change. */
function watchFirstChange(): void {
  window.changePainted = new Promise((resolve) => {
    // On the window, to run before the page's own listeners.
    window.addEventListener(
      "click",
      (event) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - event.timeStamp);
            port2.postMessage(null);
          });
        });
        observer.observe(document, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
      },
      { once: true, capture: true },
    );
  });
}

/** The slowest click, each by the median of its rounds. */
function slowestOfTen(clicks: readonly number[]): number {
  const count = clicks.length / ROUNDS;
  return Math.max(
    ...Array.from({ length: count }, (_, place) =>
      median(clicks.filter((_one, index) => index % count === place)),
    ),
  );
}
