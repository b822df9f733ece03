import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Suspense } from "react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { ROLES, type RoleId } from "#contract/access/roles.ts";
import type { AccountUser } from "#contract/account-users/account-user.ts";
import { provideModals } from "#web/modals/modal-store.ts";
import { resetSession } from "#web/session/session.ts";
import { accountUsersModule, AccountUserSection } from "#console/account-users/index.tsx";
import { projectsModule } from "#console/projects/index.tsx";
import { openCommands, runCommand } from "#tests/support/antd-controls.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const USERS = "GET /open-api/v1/account/users/";
const PROJECTS = {
  body: {
    items: [{ id: 5, title: "Склад", isArchived: false, jobsCount: 0 }],
    meta: { page: 1, perPage: 100, lastPage: 1, total: 1 },
  },
};
const OTP_REQUIRED = {
  status: 409,
  body: { code: "otp_required", message: "Подтвердите действие кодом из СМС", requestId: "r" },
};
const CODE_SENT = {
  body: { expiresInSeconds: 300, retryAfterSeconds: 60, phoneMasked: "+7 900 ***-**-01" },
};
const listed = (...items: AccountUser[]) => ({
  body: { items, meta: { page: 1, perPage: 30, lastPage: 1, total: items.length } },
});

function aUser(roleID: RoleId, changed: Partial<AccountUser> = {}): AccountUser {
  return {
    id: 2,
    name: "Ольга Ким",
    phone: "79000000004",
    email: "kim@romashka.ru",
    roleID,
    role: { id: roleID, title: ROLES[roleID].title },
    state: { id: "ACTIVE", title: "Активен" },
    projectIDs: null,
    lastSeenAt: "2026-03-05T11:05:00Z",
    createdAt: "2026-01-05T11:05:00Z",
    isMe: false,
    permissions: { update: true, delete: true },
    ...changed,
  };
}

function showUsers(handlers: Parameters<typeof consoleServer>[0]) {
  const server = consoleServer({ "GET /open-api/v1/projects": PROJECTS, ...handlers });
  renderConsole(
    <Suspense fallback="Открываем">
      <AccountUserSection />
    </Suspense>,
    { address: "/profile", modules: [accountUsersModule, projectsModule] },
  );
  return server;
}

// The first import of Ant Design outlasts a test's wait.
beforeAll(() => accountUsersModule.modals?.["account-user-edit"]?.load(), 60_000);
beforeEach(() => {
  provideModals(accountUsersModule.modals ?? {});
  resetSession(aPerson("ADMIN"), "token");
});

test("the section lists who works for the company, with what the reader may do to whom", async () => {
  showUsers({
    [USERS]: listed(
      aUser("OWNER", {
        id: 1,
        name: "Пётр Котов",
        phone: "79000000001",
        permissions: { update: false, delete: false },
      }),
      aUser("ACCOUNTANT"),
    ),
  });
  const kim = (await screen.findByText("Ольга Ким")).closest("tr") as HTMLElement;
  within(kim).getByText("Бухгалтер");
  within(kim).getByText("+7 (900) 000 00 04");
  const owner = screen.getByText("Пётр Котов").closest("tr") as HTMLElement;
  expect(within(owner).queryByRole("button")).toBeNull();
  expect(await openCommands("Ольга Ким")).toEqual(["Изменить", "Удалить"]);
});

test("a mistake the server finds in a new user stands under its field and everything typed stays", async () => {
  const { seen } = showUsers({
    [USERS]: listed(aUser("VIEWER")),
    "POST /open-api/v1/account/users/": {
      status: 422,
      body: {
        message: "Проверьте заполнение полей",
        errors: { phone: ["Пользователь с этим телефоном уже есть в компании"] },
      },
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Добавить пользователя" }));
  fireEvent.change(await screen.findByLabelText("Имя и фамилия"), {
    target: { value: "Ольга Ким" },
  });
  fireEvent.change(screen.getByLabelText("Телефон"), { target: { value: "8 (900) 000-00-04" } });
  fireEvent.mouseDown(within(screen.getByRole("dialog")).getByLabelText("Роль"));
  fireEvent.click(await screen.findByText(ROLES.ACCOUNTANT.purpose));
  fireEvent.click(screen.getByRole("button", { name: "Пригласить" }));
  await screen.findByText("Пользователь с этим телефоном уже есть в компании", {
    selector: ".ant-form-item-explain-error",
  });
  expect(screen.getByLabelText<HTMLInputElement>("Имя и фамилия").value).toBe("Ольга Ким");
  expect(seen.find(({ method }) => method === "POST")?.body).toEqual({
    name: "Ольга Ким",
    phone: "79000000004",
    roleID: "ACCOUNTANT",
    projectIDs: null,
  });
  // The field and the summary suffice: no toast.
  expect(document.querySelector(".toast")).toBeNull();
});

test("a role that pays takes the owner's code when the server asks for it, with the reason before it", async () => {
  const { seen, set } = showUsers({
    [USERS]: listed(aUser("VIEWER")),
    "PUT /open-api/v1/account/users/2": OTP_REQUIRED,
    "POST /open-api/v1/account/loosening-code": CODE_SENT,
  });
  await openCommands("Ольга Ким");
  runCommand("Изменить");
  const form = await screen.findByRole("dialog");
  fireEvent.mouseDown(await within(form).findByLabelText("Роль"));
  fireEvent.click(await screen.findByText(ROLES.FINANCE_MANAGER.purpose));
  fireEvent.click(within(form).getByRole("button", { name: "Сохранить" }));
  // The tests' Ant Design gives the titles of two open modals one id.
  const modal = (await screen.findByText("Ослабить правило?")).closest<HTMLElement>(
    "[role=dialog]",
  ) as HTMLElement;
  within(modal).getByText(
    /^У компании есть правила согласования, а с этой ролью и проектами человек сможет/,
  );
  fireEvent.click(within(modal).getByRole("button", { name: "Получить код" }));
  set("PUT /open-api/v1/account/users/2", { body: aUser("FINANCE_MANAGER") });
  fireEvent.change(await within(modal).findByLabelText("Код из СМС владельца"), {
    target: { value: "123456" },
  });
  await screen.findByText("Изменения сохранены");
  const reach = { roleID: "FINANCE_MANAGER", projectIDs: null };
  const sent = { ...reach, email: "kim@romashka.ru" };
  expect(seen.filter(({ method }) => method !== "GET").map(({ body }) => body)).toEqual([
    sent,
    { payer: { id: 2, ...reach } },
    { ...sent, otp: "123456" },
  ]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("one's own role cannot be chosen, only one's e-mail is sent", async () => {
  const { seen } = showUsers({
    [USERS]: listed(aUser("ADMIN", { isMe: true, permissions: { update: true, delete: false } })),
    "PUT /open-api/v1/account/users/2": { body: aUser("ADMIN") },
  });
  await openCommands("Ольга Ким");
  runCommand("Изменить");
  await screen.findByText(/Собственную роль изменить нельзя/);
  expect(within(screen.getByRole("dialog")).queryByLabelText("Роль")).toBeNull();
  fireEvent.change(screen.getByLabelText("E-mail"), { target: { value: "olga@romashka.ru" } });
  fireEvent.click(screen.getByRole("button", { name: "Сохранить" }));
  await waitFor(() =>
    expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({
      email: "olga@romashka.ru",
    }),
  );
  await screen.findByText("Изменения сохранены");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a refusal to remove somebody is said in the server's words and the modal stays", async () => {
  showUsers({
    [USERS]: listed(aUser("VIEWER")),
    "DELETE /open-api/v1/account/users/2": {
      status: 409,
      body: { message: "Нельзя удалить единственного владельца", code: "conflict", requestId: "r" },
    },
  });
  await openCommands("Ольга Ким");
  runCommand("Удалить");
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(await within(dialog).findByRole("button", { name: "Удалить" }));
  await screen.findByText("Нельзя удалить единственного владельца");
  screen.getByRole("dialog");
});

test("somebody who may only look has no buttons", async () => {
  resetSession(aPerson("FINANCE_MANAGER"), "token");
  showUsers({
    [USERS]: listed(aUser("VIEWER", { permissions: { update: false, delete: false } })),
  });
  await screen.findByText("Ольга Ким");
  for (const name of [/Добавить/, /^Действия/])
    expect(screen.queryByRole("button", { name })).toBeNull();
});
