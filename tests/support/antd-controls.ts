import { fireEvent, screen, waitFor, within } from "@testing-library/react";

/** Chooses an option of Ant Design's `Select` by its label. */
export async function chooseOption(label: string, option: string): Promise<void> {
  fireEvent.mouseDown(screen.getByRole("combobox", { name: label }));
  fireEvent.click(await screen.findByText(option, { selector: ".ant-select-item-option-content" }));
}

/** Commands behind the «⋯» of this name. */
export async function openCommands(name: string | RegExp): Promise<string[]> {
  fireEvent.click(
    await screen.findByRole("button", {
      name: typeof name === "string" ? `Действия: ${name}` : name,
    }),
  );
  return within(await waitFor(openedMenu))
    .getAllByRole("menuitem")
    .map((item) => item.textContent ?? "");
}

export function runCommand(label: string): void {
  fireEvent.click(within(openedMenu()).getByRole("menuitem", { name: label }));
}

/** The opened menu of commands; tabs are a menu too. */
function openedMenu(): HTMLElement {
  const menu = screen.getAllByRole("menu").find((one) => one.closest(".ant-dropdown"));
  if (!menu) throw new Error("no menu of commands is open");
  return menu;
}
