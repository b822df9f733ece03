import { join } from "node:path";
import { makePayrollWorkers, writePayrollFile } from "#tests/support/payroll-file.ts";
import { MANAGER, type ConsoleStage } from "./console-stage.ts";
import { settle, visit } from "./console-visit.ts";
import { atLeast, atMost, median, percentile, type Figure } from "./figure.ts";
import { busiestMs, workerCpuMs } from "./worker-cpu.ts";

const ROUNDS = 3;
const ROWS = 100_000;
/** Wrong rows in the file. */
const MISTAKES = 500;
const SCROLL_FRAMES = 240;
const SCROLL_PX = 240;
const EDITS = 8;
/** 58 of 60. */
const LEAST_FRAMES = 0.966;

interface Reading {
  readonly longestTaskMs: number;
  readonly medianFrameMs: number;
  readonly firstRowsMs: number;
  /** By the worker's CPU time where the system tells it, otherwise by the clock. */
  readonly rowsPerSecond: number;
  readonly fps: number;
  /** Frame rate of an empty scroller measured right after. */
  readonly bareFps: number;
  readonly blankRows: number;
}

/** C7, C8: preview and scrolling of 100 000 rows, and correction of a cell. */
export async function previewFigures(stage: ConsoleStage): Promise<Figure[]> {
  const path = join(stage.folder, "100000.csv");
  await writePayrollFile({
    path,
    format: "csv",
    rowCount: ROWS,
    errorCount: MISTAKES,
    workers: makePayrollWorkers(5_000),
    today: await stage.product.today(),
  });
  const readings: Reading[] = [];
  for (let round = 0; round < ROUNDS; round += 1) readings.push(await readFileInPage(stage, path));
  const of = (pick: (one: Reading) => number) => median(readings.map(pick));
  return [
    atMost(
      "C7-task",
      `preview of ${ROWS} rows: longest task of the page`,
      of((one) => one.longestTaskMs),
      50,
      1,
    ),
    atMost(
      "C7-frame",
      "its median frame while the file is read",
      of((one) => one.medianFrameMs),
      17,
      1,
    ),
    atMost(
      "C7-first",
      "first rows after the worker has the file",
      of((one) => one.firstRowsMs),
      150,
      1,
    ),
    atLeast(
      "C7-speed",
      "checked rows a second of the worker's CPU",
      of((one) => one.rowsPerSecond),
      100_000,
      1,
      "rows/s",
    ),
    atLeast(
      "C8-scroll",
      "frames a second while its table is scrolled by 240 px a frame, against a bare scroller",
      of((one) => one.fps),
      of((one) => one.bareFps),
      LEAST_FRAMES,
      "fps",
    ),
    atMost(
      "C8-blank",
      "blank rows seen while scrolling, plus one",
      of((one) => one.blankRows) + 1,
      1,
      1,
      "calls",
    ),
    atMost("C8-edit", "a cell corrected: Enter → painted", await editMs(stage), 50, 1),
  ];
}

/** When the preview worker got the file and answered, and the frames in between. */
interface PreviewWatch {
  opened: number;
  firstRows: number;
  done: number;
}

declare global {
  interface Window {
    previewWatch: PreviewWatch;
  }
}

async function readFileInPage(stage: ConsoleStage, path: string): Promise<Reading> {
  const { context, close } = await stage.as(MANAGER);
  await context.addInitScript(watchWorker);
  const { page, longestTaskMs } = await visit(
    context,
    `${stage.url}/profile/payroll-registry/upload`,
    ".ant-upload-drag",
  );
  await settle(page);
  const from = await page.evaluate(() => performance.now());
  const cpuBefore = await workerCpuMs();
  await page.evaluate(watchFrames);
  await page.setInputFiles("input[type=file]", path);
  const gaps = await page.evaluate(() => window.frameGaps);
  const cpuAfter = await workerCpuMs();
  const { opened, firstRows, done } = await page.evaluate(() => window.previewWatch);
  const longest = await longestTaskMs(from);
  await page.waitForSelector(".virtual-table");
  await settle(page);
  const { fps, blankRows } = await page.evaluate(scrollTable, {
    frames: SCROLL_FRAMES,
    px: SCROLL_PX,
  });
  await page.setContent(
    '<div class="virtual-table" style="height:600px;overflow:auto"><div style="height:3600000px"></div></div>',
  );
  const bare = await page.evaluate(scrollTable, { frames: SCROLL_FRAMES, px: SCROLL_PX });
  await close();
  const readMs = cpuBefore && cpuAfter ? busiestMs(cpuBefore, cpuAfter) : done - opened;
  return {
    longestTaskMs: longest,
    medianFrameMs: percentile(gaps, 0.5),
    firstRowsMs: firstRows - opened,
    rowsPerSecond: ROWS / (readMs / 1000),
    fps,
    bareFps: bare.fps,
    blankRows,
  };
}

function watchWorker(): void {
  const watch: PreviewWatch = { opened: 0, firstRows: 0, done: 0 };
  window.previewWatch = watch;
  const Original = window.Worker;
  window.Worker = class extends Original {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      this.addEventListener(
        "message",
        ({ data }: MessageEvent<{ kind?: string; isDone?: boolean }>) => {
          if (data.kind === "head") watch.firstRows ||= performance.now();
          if (data.kind === "totals" && data.isDone) watch.done ||= performance.now();
        },
      );
    }
    override postMessage(message: { kind?: string }, ...rest: never[]): void {
      if (message.kind === "open") watch.opened ||= performance.now();
      super.postMessage(message, ...rest);
    }
  };
}

function watchFrames(): void {
  window.frameGaps = new Promise((resolve) => {
    const gaps: number[] = [];
    let last = 0;
    const frame = (at: number) => {
      const { opened, done } = window.previewWatch;
      if (opened > 0 && last > 0) gaps.push(at - last);
      last = at;
      if (done > 0) resolve(gaps);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

function scrollTable({
  frames,
  px,
}: {
  frames: number;
  px: number;
}): Promise<{ fps: number; blankRows: number }> {
  const table = document.querySelector<HTMLElement>(".virtual-table");
  if (!table) throw new Error("the page shows no table");
  return new Promise((resolve) => {
    let count = 0;
    let blankRows = 0;
    let start = 0;
    const frame = (at: number) => {
      start ||= at;
      const { top, bottom } = table.getBoundingClientRect();
      for (const row of table.querySelectorAll<HTMLElement>('[role="row"]')) {
        const place = row.getBoundingClientRect();
        if (place.top >= top && place.bottom <= bottom && row.firstElementChild?.textContent === "")
          blankRows += 1;
      }
      if (count === frames) resolve({ fps: (frames * 1000) / (at - start), blankRows });
      else {
        count += 1;
        table.scrollTop += px;
        requestAnimationFrame(frame);
      }
    };
    requestAnimationFrame(frame);
  });
}

/**
 * From Enter in a cell's field to the frame that shows the cell, without the wait for the next
 * tick.
 */
async function editMs(stage: ConsoleStage): Promise<number> {
  const { context, close } = await stage.as(MANAGER);
  const { page } = await visit(
    context,
    stage.registryUrl,
    'button.cell-button[data-column="receiptText"]',
  );
  await settle(page);
  const times: number[] = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    await page.locator('button.cell-button[data-column="receiptText"]').first().click();
    await page.locator("input.cell-input").fill(`Рейс ${edit}`);
    await page.evaluate(watchEnter);
    await page.keyboard.press("Enter");
    times.push(await page.evaluate(() => window.enterPainted));
    await page.waitForTimeout(400);
  }
  await close();
  return median(times);
}

declare global {
  interface Window {
    enterPainted: Promise<number>;
    frameGaps: Promise<number[]>;
  }
}

function watchEnter(): void {
  window.enterPainted = new Promise((resolve) => {
    const handlePress = () => {
      const pressed = performance.now();
      // A message posted in a frame callback arrives after the frame is drawn.
      requestAnimationFrame((frame) => {
        const begun = Math.max(pressed, frame);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - begun);
        port2.postMessage(null);
      });
    };
    document.addEventListener("keydown", handlePress, { once: true, capture: true });
  });
}
