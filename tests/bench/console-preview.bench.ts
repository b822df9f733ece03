import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makePayrollWorkers, writePayrollFile } from "#tests/support/payroll-file.ts";
import { MANAGER, type ConsoleStage } from "./console-stage.ts";
import { settle, visit } from "./console-visit.ts";
import { atMost, median, type Figure } from "./figure.ts";
import { sized } from "./size.ts";

const ROUNDS = sized(3, 1);
const ROWS = sized(100_000, 100);
const EDITS = sized(8, 1);

/**
 * C7, C8: the beginning of a file of 100 000 rows shown with what its columns were taken for; a cell
 * of a registry corrected.
 */
export async function previewFigures(stage: ConsoleStage): Promise<Figure[]> {
  const path = join(stage.folder, "100000.csv");
  await writePayrollFile({
    path,
    format: "csv",
    encoding: "utf-8",
    rowCount: ROWS,
    workers: makePayrollWorkers(sized(5_000, 50)),
    today: await stage.product.today(),
  });
  // Without a service the columns are to be chosen, and the page stays.
  await writeFile(path, (await readFile(path, "utf8")).replace("Код услуги*", "Что делал"));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await firstRowsMs(stage, path));
  return [
    atMost(
      "C7-first",
      `a file of ${ROWS} rows chosen → its columns and first rows`,
      median(times),
      1_000,
      1,
    ),
    atMost("C8-edit", "a cell corrected: Enter → painted", await editMs(stage), 50, 1),
  ];
}

async function firstRowsMs(stage: ConsoleStage, path: string): Promise<number> {
  const { context, close } = await stage.as(MANAGER);
  const { page } = await visit(
    context,
    `${stage.url}/profile/payroll-registry/upload`,
    ".ant-upload-drag",
  );
  await settle(page);
  const from = performance.now();
  await page.setInputFiles("input[type=file]", path);
  await page.waitForSelector(".column-choices");
  const took = performance.now() - from;
  await close();
  return took;
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
