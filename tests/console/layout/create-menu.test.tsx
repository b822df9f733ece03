import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { MyInfo } from "#contract/auth/session.ts";
import { CONSOLE_MODULES } from "#console/app/console-modules.ts";
import { CommandPalette } from "#console/layout/command-palette.tsx";
import { ConsolePersonMenu } from "#console/layout/console-person-menu.tsx";
import { CreateMenu } from "#console/layout/create-menu.tsx";
import { resetSession } from "#web/session/session.ts";
import { useState } from "react";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
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

function Head({ me }: { readonly me: MyInfo }) {
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  return (
    <>
      <CommandPalette modules={CONSOLE_MODULES} open={open} onOpen={setOpen} />
      <ConsolePersonMenu me={me} onShortcuts={() => setOpen("shortcuts")} />
    </>
  );
}
