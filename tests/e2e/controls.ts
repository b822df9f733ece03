import { expect, type Locator, type Page } from "@playwright/test";

export async function chooseOption(
  page: Page,
  label: string,
  option: string | RegExp,
): Promise<void> {
  const field = page.getByRole("combobox", { name: label });
  // The chosen option covers the field of a `Select` without search.
  await page.locator(".ant-select").filter({ has: field }).click();
  // The list of the field pressed before may be closing still.
  const list = page.locator(`[id="${await field.getAttribute("aria-controls")}"]`);
  await page
    .locator(".ant-select-dropdown")
    .filter({ has: list })
    .locator(".ant-select-item-option-content")
    .filter({ hasText: option })
    .first()
    .click();
}

/**
 * The list has followed a filter. Rows prove nothing: the former list may have them too.
 *
 * @param words - such as «2 документа».
 */
export async function expectCount(page: Page, words: RegExp): Promise<void> {
  await expect(page.locator(".list-count").getByRole("status")).toHaveText(words);
}

/** Waits until the dialog has gone: the next one must not be taken for it. */
export async function pressAndClose(dialog: Locator, name: string | RegExp): Promise<void> {
  await dialog.getByRole("button", { name }).click();
  await expect(dialog).toBeHidden();
}

/** By its button: Escape is lost until the dialog has the focus. */
export async function closeDialog(dialog: Locator): Promise<void> {
  await dialog
    .getByRole("button", { name: /^(Close|Закрыть)$/ })
    .first()
    .click();
  await expect(dialog).toBeHidden();
}

/**
 * Opens «⋯».
 *
 * @returns the menu.
 */
export async function openCommands(scope: Page | Locator): Promise<Locator> {
  await scope
    .getByRole("button", { name: /^Действия: / })
    .first()
    .click();
  const page = "page" in scope ? scope.page() : scope;
  return page.getByRole("menu").last();
}
