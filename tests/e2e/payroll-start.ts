import type { Page } from "@playwright/test";
import { expect, FINANCE_MANAGER } from "./fixtures.ts";

/** Seconds, longer than the undo time. */
export const UNDO_SECONDS = 700;

/** The tax service is asked about each worker. */
export const TAX_CHECK = { timeout: 60_000 };

/** Starts the registry on the page. Waits until a code may be requested. */
export async function confirm(
  page: Page,
  wait: (seconds: number) => Promise<void>,
  codeOf: (phone: string) => Promise<string>,
): Promise<void> {
  await page.getByRole("button", { name: "Запустить выплату" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^Будет выплачено .+ Отменить можно в течение/)).toBeVisible(
    TAX_CHECK,
  );
  await wait(61);
  await dialog.getByRole("button", { name: "Получить код" }).click();
  await dialog.getByLabel("Код из СМС").fill(await codeOf(FINANCE_MANAGER));
  await expect(dialog).toBeHidden();
}
