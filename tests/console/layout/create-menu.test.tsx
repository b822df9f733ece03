import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { MyInfo } from "#contract/auth/session.ts";
import { CONSOLE_MODULES } from "#console/app/console-modules.ts";
import { CommandPalette } from "#console/layout/command-palette.tsx";
import { ConsolePersonMenu } from "#console/layout/console-person-menu.tsx";
import { CreateMenu } from "#console/layout/create-menu.tsx";
import { resetSession } from "#web/session/session.ts";
import { useState } from "react";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aPage } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

test("«Создать» offers what the person may begin, and goes there", async () => {
  resetSession(aPerson("OWNER"), "token");
  consoleServer({});
  const { address } = renderConsole(<CreateMenu modules={CONSOLE_MODULES} />, {
    modules: CONSOLE_MODULES,
  });
  fireEvent.click(screen.getByRole("button", { name: "Создать" }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual([
    "Создать задание",
    "Выставить счёт",
    "Загрузить реестр выплат",
    "Загрузить реестр заданий",
    "Загрузить реестр приглашений",
    "Загрузить реестр регистрации",
    "Пригласить исполнителя",
    "Загрузить изменение выплат",
    "Загрузить шаблон документа",
  ]);
  fireEvent.click(screen.getByRole("link", { name: "Загрузить реестр выплат" }));
  await waitFor(() => expect(address()).toBe("/profile/payroll-registry/upload"));
});

test("whoever may begin nothing has no «Создать»", () => {
  resetSession(aPerson(null, { isWorkman: true }), "token");
  consoleServer({});
  renderConsole(<CreateMenu modules={CONSOLE_MODULES} />, { modules: CONSOLE_MODULES });
  expect(screen.queryByRole("button", { name: "Создать" })).toBeNull();
});

test("the list of shortcuts opens from the person's menu as well as by «?»", async () => {
  const me = aPerson("OWNER");
  resetSession(me, "token");
  consoleServer({});
  renderConsole(<Head me={me} />, { modules: CONSOLE_MODULES });
  fireEvent.click(screen.getByRole("button", { name: /Анна/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name: /Клавиши/ }));
  expect((await screen.findByRole("dialog", { name: "Клавиши" })).textContent).toContain("Ctrl+K");
});

test("the palette finds a command by any of its words and a record by its noun and number, and Escape closes it", async () => {
  const me = aPerson("OWNER");
  resetSession(me, "token");
  const { seen } = consoleServer({
    "GET /open-api/v1/payroll-registries": ({ query }) => ({
      body: aPage(query.get("search") === "9" ? [{ id: 15, number: 9, title: "Ноябрь" }] : []),
    }),
    "GET /client-api/invoice/list": ({ query }) => ({
      body: aPage(
        query.get("search") === "100004"
          ? [{ number: "100004", amount: 5000, state: { title: "Оплачен" } }]
          : [],
      ),
    }),
  });
  renderConsole(<Head me={me} />, { modules: CONSOLE_MODULES });
  fireEvent.click(screen.getByRole("button", { name: /Поиск/ }));
  const palette = await screen.findByRole("dialog", { name: "Поиск и команды" });
  const field = within(palette).getByRole("combobox");
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.change(field, { target: { value: "реестр выплат загр" } });
  await within(palette).findByText("Загрузить реестр выплат");
  fireEvent.change(field, { target: { value: "реестр 9" } });
  await within(palette).findByText("Реестр выплат № 9, Ноябрь");
  fireEvent.change(field, { target: { value: "Счёт № 100004" } });
  await within(palette).findByText("Счёт № 100004 на 5 000,00 ₽ (оплачен)");
  // The server tells «ё» from «е»: it is asked for what was typed.
  fireEvent.change(field, { target: { value: "Королёва" } });
  await waitFor(() =>
    expect(seen.findLast(({ path }) => path.endsWith("/v1/employees"))?.query.get("search")).toBe(
      "Королёва",
    ),
  );
  fireEvent.keyDown(field, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

function Head({ me }: { readonly me: MyInfo }) {
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  return (
    <>
      <CommandPalette modules={CONSOLE_MODULES} open={open} onOpen={setOpen} />
      <ConsolePersonMenu me={me} onShortcuts={() => setOpen("shortcuts")} />
    </>
  );
}
