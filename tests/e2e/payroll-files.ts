import { createWriteStream } from "node:fs";
import { once } from "node:events";
import type { Page } from "@playwright/test";
import { DEMO_WORKMEN, fullNameOf } from "#server/seed/demo-workmen.ts";
import { encodeWindows1251 } from "#server/files/spreadsheet/windows-1251.ts";
import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import { headerTitle } from "#contract/registries/registry-columns.ts";
import { addDays, formatDate } from "#contract/values/calendar-date.ts";
import { writePayrollFile, type PayrollWorker } from "#tests/support/payroll-file.ts";

/** Payable workers of the demonstration: phones 79000000201 to …250; 258 is black-listed. */
const PAYABLE: readonly (PayrollWorker & { readonly payoutKind: string | null })[] =
  DEMO_WORKMEN.flatMap((workman) => {
    const { phone, inn, payoutKind } = workman;
    return phone >= "79000000201" && phone <= "79000000250" && inn !== null
      ? [{ inn, fullName: fullNameOf(workman), payoutKind }]
      : [];
  });
const WITH_CARD = PAYABLE.filter(({ payoutKind }) => payoutKind === "CARD");

export function payableWorkers(count: number): readonly PayrollWorker[] {
  return WITH_CARD.slice(0, count);
}

/** Leaves the page at the registry. */
export async function upload(page: Page, path: string): Promise<void> {
  await page.goto("/profile/payroll-registry/upload");
  await page.locator("input[type=file]").setInputFiles(path);
  await page.waitForURL(/payroll-registry\/\d+$/);
}

/** A CSV, see `writeRegistry` and `upload`. */
export async function uploadRegistry(
  page: Page,
  path: string,
  options: { rows: number; errorCount: number; today: string },
): Promise<void> {
  await writeRegistry(path, { format: "csv", ...options });
  await upload(page, path);
}

let seed = 0;

/** @param errorCount - rows with one mistake each, spread evenly. */
export async function writeRegistry(
  path: string,
  options: { format: "csv" | "xlsx"; rows: number; errorCount: number; today: string },
): Promise<void> {
  seed += 1;
  await writePayrollFile({
    path,
    format: options.format,
    encoding: "windows-1251",
    rowCount: options.rows,
    errorCount: options.errorCount,
    workers: WITH_CARD,
    today: options.today,
    seed,
    serviceCode: "0201",
  });
}

/**
 * Before `writeRegistry` spoiled it.
 *
 * @param row - from 1.
 */
export function rightInnOf(row: number): string {
  return WITH_CARD[(row - 1) % WITH_CARD.length]?.inn ?? "";
}

/**
 * Any size, within year limits and the demonstration's money; every hundredth row of the first
 * `errorCount` hundreds has a wrong ИНН.
 */
export async function writeBigRegistry(
  path: string,
  options: { rows: number; errorCount: number; today: string },
): Promise<void> {
  const file = createWriteStream(path);
  const end = formatDate(addDays(options.today, -1));
  file.write(encodeWindows1251(`${PAYROLL_COLUMNS.map(headerTitle).join(";")}\r\n`));
  let text = "";
  for (let index = 0; index < options.rows; index += 1) {
    const worker = PAYABLE[index % PAYABLE.length];
    const kopecks = 100 + Math.floor(index / PAYABLE.length);
    const isWrong = index % 100 === 99 && index / 100 < options.errorCount;
    const cells = [
      `B${index + 1}`,
      isWrong ? "7704" : worker?.inn,
      worker?.fullName,
      "0201",
      `Доставка заказов, рейс ${index + 1}`,
      end,
      end,
      "",
      (kopecks / 100).toFixed(2).replace(".", ","),
      "",
      "",
      "",
      "",
    ];
    text += `${cells.join(";")}\r\n`;
    if (text.length > 1_000_000 || index === options.rows - 1) {
      if (!file.write(encodeWindows1251(text))) await once(file, "drain");
      text = "";
    }
  }
  file.end();
  await once(file, "close");
}
