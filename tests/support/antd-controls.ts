import { fireEvent, screen, waitFor, within } from "@testing-library/react";

export async function chooseOption(label: string, option: string): Promise<void> {
  fireEvent.mouseDown(screen.getByRole("combobox", { name: label }));
  fireEvent.click(await screen.findByText(option, { selector: ".ant-select-item-option-content" }));
}

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

/** Tabs are a menu too. */
function openedMenu(): HTMLElement {
  const menu = screen.getAllByRole("menu").find((one) => one.closest(".ant-dropdown"));
  if (!menu) throw new Error("no menu of commands is open");
  return menu;
}
