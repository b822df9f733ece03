import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ApiKey } from "#contract/api-keys/api-key.ts";
import { resetSession } from "#web/session/session.ts";
import ApiKeySection from "#console/api-keys/api-key-section.tsx";
import { apiKeysModule } from "#console/api-keys/index.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const KEYS = "/open-api/v1/account/api-keys";
const KEY: ApiKey = {
  id: 4,
  title: "1С",
  hint: "aB3_",
  isSandbox: true,
  roleID: "ACCOUNTANT",
  role: { id: "ACCOUNTANT", title: "Бухгалтер" },
  ips: ["203.0.113.7"],
  state: { id: "ACTIVE", title: "Действует" },
  author: { id: 7, name: "Анна Петрова" },
  createdAt: "2026-01-05T10:00:00Z",
  expiresAt: null,
  lastUsedAt: "2026-03-05T10:00:00Z",
  lastIP: "203.0.113.7",
  responsible: { id: 7, name: "Анна Петрова" },
  codePerson: { id: 8, name: "Борис Орлов" },
  suspension: null,
  permissions: { revoke: true, takeOver: false, updateNetworks: true },
};
const NONE = { revoke: false, takeOver: false, updateNetworks: false };
const USERS = "/open-api/v1/account/users/";
const USER = {
  phone: "79000000002",
  email: null,
  roleID: "ADMIN",
  role: { id: "ADMIN", title: "Администратор" },
  state: { id: "ACTIVE", title: "Активен" },
  projectIDs: null,
  lastSeenAt: null,
  createdAt: "2026-01-05T10:00:00Z",
  isMe: false,
  permissions: { update: false, delete: false },
};
const PEOPLE = [
  { ...USER, id: 31, name: "Анна Петрова", isMe: true },
  { ...USER, id: 32, name: "Борис Орлов" },
];
const users = {
  body: { items: PEOPLE, meta: { page: 1, perPage: 100, lastPage: 1, total: PEOPLE.length } },
};
async function choose(modal: HTMLElement, label: string, option: RegExp) {
  fireEvent.mouseDown(within(modal).getByLabelText(label));
  fireEvent.click(await screen.findByText(option));
}
const CODE_SENT = {
  body: { expiresInSeconds: 300, retryAfterSeconds: 60, phoneMasked: "+7 900 ***-**-01" },
};
const list = (items: readonly ApiKey[]) => ({
  body: { items, meta: { page: 1, perPage: 30, lastPage: 1, total: items.length } },
});

test("a key is issued with a role, shown once, and gone with its modal", async () => {
  resetSession(aPerson("OWNER"), "token");
  const { seen, set } = consoleServer({
    [`GET ${KEYS}`]: list([]),
    [`GET ${USERS}`]: users,
  });
  renderConsole(<ApiKeySection />, {
    address: "/profile/account?tab=api-keys",
    modules: [apiKeysModule],
  });
  fireEvent.click(await screen.findByRole("button", { name: "Выпустить ключ" }));
  const modal = await screen.findByRole("dialog", { name: "Новый ключ API" });
  fireEvent.change(within(modal).getByLabelText("Название"), { target: { value: "1С" } });
  fireEvent.click(within(modal).getByRole("button", { name: "Выпустить ключ" }));
  await within(modal).findAllByText("Выберите, кому приходят коды");
  await choose(modal, "Кому приходят коды", /^Борис Орлов, /);
  set(`POST ${KEYS}`, {
    status: 422,
    body: {
      code: "invalid",
      message: "Проверьте данные",
      errors: { title: ["Такое название уже есть"] },
      requestId: "r",
    },
  });
  fireEvent.click(within(modal).getByRole("button", { name: "Выпустить ключ" }));
  await within(modal).findAllByText("Такое название уже есть");
  set(`POST ${KEYS}`, { body: { key: KEY, secret: "sk_once-and-never-again" } });
  set(`GET ${KEYS}`, list([KEY]));
  fireEvent.click(within(modal).getByRole("button", { name: "Выпустить ключ" }));
  await screen.findByText("sk_once-and-never-again");
  expect(seen.filter(({ method }) => method === "POST").at(-1)?.body).toEqual({
    title: "1С",
    roleID: "ACCOUNTANT",
    codeUserID: 32,
    ips: [],
    expiresOn: null,
  });
  fireEvent.click(screen.getByRole("button", { name: "Готово" }));
  await waitFor(() => expect(screen.queryByText("sk_once-and-never-again")).toBeNull());
  await screen.findByText("…aB3_");
  screen.getByText("песочница");
});

test("a key is issued by the owner's code when the server asks for it, and shown once all the same", async () => {
  resetSession(aPerson("ADMIN"), "token");
  const { seen, set } = consoleServer({
    [`GET ${KEYS}`]: list([]),
    [`GET ${USERS}`]: users,
    [`POST ${KEYS}`]: {
      status: 409,
      body: { code: "otp_required", message: "Подтвердите кодом", requestId: "r" },
    },
    "POST /open-api/v1/account/loosening-code": CODE_SENT,
  });
  renderConsole(<ApiKeySection />, {
    address: "/profile/account?tab=api-keys",
    modules: [apiKeysModule],
  });
  fireEvent.click(await screen.findByRole("button", { name: "Выпустить ключ" }));
  const modal = await screen.findByRole("dialog", { name: "Новый ключ API" });
  fireEvent.change(within(modal).getByLabelText("Название"), { target: { value: "1С" } });
  await choose(modal, "Кому приходят коды", /^Борис Орлов, /);
  fireEvent.click(within(modal).getByRole("button", { name: "Выпустить ключ" }));
  // The tests' Ant Design gives the titles of two open modals one id.
  const confirm = (await screen.findByText("Ослабить правило?")).closest<HTMLElement>(
    "[role=dialog]",
  ) as HTMLElement;
  fireEvent.click(within(confirm).getByRole("button", { name: "Получить код" }));
  set(`POST ${KEYS}`, { body: { key: KEY, secret: "sk_once-and-never-again" } });
  fireEvent.change(await within(confirm).findByLabelText("Код из СМС владельца"), {
    target: { value: "123456" },
  });
  await screen.findByText("sk_once-and-never-again");
  const newKey = { title: "1С", roleID: "ACCOUNTANT", codeUserID: 32, ips: [], expiresOn: null };
  expect(seen.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    newKey,
    { newKey },
    { ...newKey, otp: "123456" },
  ]);
});

test("a key is revoked by a question that names it", async () => {
  resetSession(aPerson("ADMIN"), "token");
  const { set } = consoleServer({
    [`GET ${KEYS}`]: list([KEY]),
    [`POST ${KEYS}/4/revoke`]: {
      body: { ...KEY, state: { id: "REVOKED", title: "Отозван" }, permissions: NONE },
    },
  });
  renderConsole(<ApiKeySection />, {
    address: "/profile/account?tab=api-keys",
    modules: [apiKeysModule],
  });
  fireEvent.click(await screen.findByRole("button", { name: "Действия: 1С" }));
  fireEvent.click(await screen.findByText("Отозвать"));
  const modal = await screen.findByRole("dialog", { name: "Отозвать ключ" });
  within(modal).getByText(/Ключ «1С» \(…aB3_\) перестанет работать сразу/);
  set(
    `GET ${KEYS}`,
    list([{ ...KEY, state: { id: "REVOKED", title: "Отозван" }, permissions: NONE }]),
  );
  fireEvent.click(within(modal).getByRole("button", { name: "Отозвать ключ" }));
  await screen.findByText("Отозван");
});

test("a finance manager sees the keys and issues none", async () => {
  resetSession(aPerson("FINANCE_MANAGER"), "token");
  consoleServer({ [`GET ${KEYS}`]: list([{ ...KEY, permissions: NONE }]) });
  renderConsole(<ApiKeySection />, {
    address: "/profile/account?tab=api-keys",
    modules: [apiKeysModule],
  });
  await screen.findByText("203.0.113.7");
  expect(screen.queryByRole("button", { name: "Выпустить ключ" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Действия: 1С" })).toBeNull();
});

test("an owner sees why a key is suspended and takes it over by a code", async () => {
  resetSession(aPerson("OWNER"), "token");
  const suspended: ApiKey = {
    ...KEY,
    state: { id: "SUSPENDED", title: "Приостановлен" },
    suspension: "за него отвечает Анна Петрова, а этот человек больше не работает в компании",
    permissions: { revoke: true, takeOver: true, updateNetworks: true },
  };
  const { seen, set } = consoleServer({
    [`GET ${KEYS}`]: list([suspended]),
    [`GET ${USERS}`]: users,
    "POST /open-api/v1/me/send-verification-code": CODE_SENT,
    [`POST ${KEYS}/4/take-over`]: { body: KEY },
  });
  renderConsole(<ApiKeySection />, {
    address: "/profile/account?tab=api-keys",
    modules: [apiKeysModule],
  });
  await screen.findByText(/^Приостановлен: за него отвечает Анна Петрова/);
  fireEvent.click(await screen.findByRole("button", { name: "Действия: 1С" }));
  fireEvent.click(await screen.findByText("Принять ключ"));
  const modal = await screen.findByRole("dialog", { name: "Принять ключ" });
  await choose(modal, "Кому приходят коды", /^Борис Орлов, /);
  fireEvent.click(within(modal).getByRole("button", { name: "Получить код" }));
  const code = await within(modal).findByLabelText("Код из СМС");
  set(`GET ${KEYS}`, list([KEY]));
  fireEvent.change(code, { target: { value: "123456" } });
  await waitFor(() =>
    expect(seen.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
      { action: "API_KEY_TAKEOVER", objectID: 4 },
      { codeUserID: 32, otp: "123456" },
    ]),
  );
});

test("an address less is saved at once, a new one by the owner's code, with the reason before it", async () => {
  resetSession(aPerson("ADMIN"), "token");
  const { seen } = consoleServer({
    [`GET ${KEYS}`]: list([KEY]),
    [`PUT ${KEYS}/4/networks`]: { body: KEY },
    "POST /open-api/v1/account/loosening-code": CODE_SENT,
  });
  renderConsole(<ApiKeySection />, {
    address: "/profile/account?tab=api-keys",
    modules: [apiKeysModule],
  });
  fireEvent.click(await screen.findByRole("button", { name: "Действия: 1С" }));
  fireEvent.click(await screen.findByText("Изменить адреса"));
  const modal = await screen.findByRole("dialog", { name: "Адреса ключа «1С»" });
  expect(within(modal).queryByRole("button", { name: "Получить код" })).toBeNull();
  const field = within(modal).getByLabelText("Разрешённые IP-адреса");
  fireEvent.change(field, { target: { value: "198.51.100.1" } });
  fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
  await within(modal).findByText(/^Ключ станет приниматься и с других адресов/);
  fireEvent.click(within(modal).getByRole("button", { name: "Получить код" }));
  fireEvent.change(await within(modal).findByLabelText("Код из СМС владельца"), {
    target: { value: "123456" },
  });
  const ips = ["203.0.113.7", "198.51.100.1"];
  await waitFor(() =>
    expect(seen.filter(({ method }) => method !== "GET").map(({ body }) => body)).toEqual([
      { keyNetworks: { id: 4, ips } },
      { ips, otp: "123456" },
    ]),
  );
});
