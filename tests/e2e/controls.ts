import type { Locator, Page } from "@playwright/test";

export async function chooseOption(
  page: Page,
  label: string,
  option: string | RegExp,
): Promise<void> {
  await page.getByRole("combobox", { name: label }).click();
  await page
    .locator(".ant-select-dropdown:visible .ant-select-item-option-content")
    .filter({ hasText: option })
    .first()
    .click();
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
