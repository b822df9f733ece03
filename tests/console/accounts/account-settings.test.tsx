import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { resetSession } from "#web/session/session.ts";
import { SHARED_MODALS } from "#console/app/shared-modals.ts";
import { accountsModule } from "#console/accounts/index.tsx";
import { accountUsersModule } from "#console/account-users/index.tsx";
import AccountScreen from "#console/accounts/account-show.tsx";
import PersonalArea from "#console/accounts/personal-area-page.tsx";
import { openModal, provideModals } from "#web/modals/modal-store.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const MY = "GET /client-api/account/my-info";
const SETTINGS = "/open-api/v1/account/settings";
const CODE = "POST /open-api/v1/me/send-verification-code";
const modules = [accountsModule, accountUsersModule];
const plain = (element: HTMLElement) => (element.textContent ?? "").replaceAll("\u00A0", " ");

const COMPANY = {
  id: 1,
  companyDetailsName: "ООО «Ромашка»",
  logoPicture: null,
  shortCompanyName: "Ромашка",
  inn: "7707083893",
  description: null,
  city: null,
  rating: null,
  reviewsCount: 0,
  publishedJobsCount: 0,
  finishedJobsCount: 0,
  registeredAt: "2026-01-05T10:00:00Z",
  stateID: "ACTIVE",
  state: { id: "ACTIVE", title: "Активен" },
  rejectReason: null,
  rejectComment: null,
  role: { id: "OWNER", title: "Владелец" },
  balance: 10,
  balanceReserved: 0,
  kpp: "770701001",
  ogrn: null,
  legalAddress: null,
  postAddress: null,
  directorName: null,
  directorPosition: null,
  phone: "79000000001",
  email: null,
  bankName: "Банк",
  bankBik: "044525225",
  corAccountNumber: null,
  accountNumber: null,
  contractNumber: "15",
  contractDate: "2026-01-05",
  commissionPercent: 3.5,
  permissions: { update: true, delete: true, createJob: true },
};
const sent = () => ({
  body: {
    expiresAt: new Date(Date.now() + 300_000).toISOString(),
    resendAt: new Date(Date.now() + 60_000).toISOString(),
    retryAfterSeconds: 60,
    phoneMasked: "+7 (9**) ***-**-01",
  },
});
const typeCode = async (modal: HTMLElement) =>
  fireEvent.change(await within(modal).findByLabelText("Код из СМС"), {
    target: { value: "123456" },
  });

test("settings are read in words, changed in their place, an emptied one is switched off", async () => {
  resetSession(aPerson("OWNER"), "token");
  const settings = {
    actAutoSignHours: 48,
    resultAutoAcceptDays: 5,
    projectManagerAcceptLimit: 15_000,
    defaultReceiptText: null,
    noticeEmail: null,
  };
  const { seen } = consoleServer({
    [MY]: { body: COMPANY },
    [`GET ${SETTINGS}`]: { body: settings },
    [`PUT ${SETTINGS}`]: { body: { ...settings, resultAutoAcceptDays: null } },
  });
  renderConsole(<AccountScreen />, { address: "/profile/account?tab=settings", modules });
  const section = await screen.findByRole("region", { name: "Настройки компании" });
  await within(section).findByText(/^через 48.часов, кроме первого акта/);
  expect(plain(section)).toContain("до15 000,00 ₽");
  fireEvent.click(within(section).getByRole("button", { name: "Изменить настройки" }));
  fireEvent.change(within(section).getByLabelText(/Результат принимается сам/), {
    target: { value: "" },
  });
  fireEvent.click(within(section).getByRole("button", { name: "Сохранить настройки" }));
  await screen.findByText("Настройки сохранены");
  expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({
    actAutoSignHours: 48,
    resultAutoAcceptDays: null,
    projectManagerAcceptLimit: 15_000,
    defaultReceiptText: null,
  });
});

test("settings that loosen a rule are saved by the owner's code when the server asks for it", async () => {
  resetSession(aPerson("ADMIN"), "token");
  const settings = {
    actAutoSignHours: null,
    resultAutoAcceptDays: 5,
    projectManagerAcceptLimit: 15_000,
    defaultReceiptText: null,
    noticeEmail: null,
  };
  const { seen, set } = consoleServer({
    [MY]: { body: COMPANY },
    [`GET ${SETTINGS}`]: { body: settings },
    [`PUT ${SETTINGS}`]: {
      status: 409,
      body: { code: "otp_required", message: "Подтвердите кодом", requestId: "r" },
    },
    "POST /open-api/v1/account/loosening-code": {
      body: { expiresInSeconds: 300, retryAfterSeconds: 60, phoneMasked: "+7 (9**) ***-**-01" },
    },
  });
  renderConsole(<AccountScreen />, { address: "/profile/account?tab=settings", modules });
  const section = await screen.findByRole("region", { name: "Настройки компании" });
  fireEvent.click(await within(section).findByRole("button", { name: "Изменить настройки" }));
  fireEvent.change(within(section).getByLabelText(/Результат принимается сам/), {
    target: { value: "2" },
  });
  fireEvent.change(within(section).getByLabelText(/Менеджер проектов принимает/), {
    target: { value: "20000" },
  });
  fireEvent.click(within(section).getByRole("button", { name: "Сохранить настройки" }));
  const modal = await screen.findByRole("dialog", { name: "Ослабить правило?" });
  within(modal).getByText(/на большие суммы, чем сейчас. Результаты будут приниматься .* раньше/);
  fireEvent.click(within(modal).getByRole("button", { name: "Получить код" }));
  set(`PUT ${SETTINGS}`, { body: settings });
  fireEvent.change(await within(modal).findByLabelText("Код из СМС владельца"), {
    target: { value: "123456" },
  });
  await screen.findByText("Настройки сохранены");
  const changed = { resultAutoAcceptDays: 2, projectManagerAcceptLimit: 20_000 };
  const sent = { actAutoSignHours: null, defaultReceiptText: null, ...changed };
  expect(seen.filter(({ method }) => method !== "GET").map(({ body }) => body)).toEqual([
    sent,
    changed,
    { ...sent, otp: "123456" },
  ]);
});

test("a finance manager reads the settings and has no command to change them", async () => {
  resetSession(aPerson("FINANCE_MANAGER"), "token");
  consoleServer({
    [MY]: { body: { ...COMPANY, permissions: { update: false, delete: false, createJob: false } } },
    [`GET ${SETTINGS}`]: {
      body: {
        actAutoSignHours: null,
        resultAutoAcceptDays: null,
        projectManagerAcceptLimit: null,
        defaultReceiptText: null,
        noticeEmail: "buh@company.ru",
      },
    },
  });
  renderConsole(<AccountScreen />, { address: "/profile/account?tab=settings", modules });
  await screen.findByText("нет, всегда ждём подпись");
  expect(screen.queryByRole("button", { name: "Изменить настройки" })).toBeNull();
  screen.getByText("buh@company.ru");
  expect(screen.queryByRole("button", { name: "Сменить адрес" })).toBeNull();
});

test("an address for copies of notices is confirmed by the code of a letter, and taken away without one", async () => {
  resetSession(aPerson("OWNER"), "token");
  const settings = {
    actAutoSignHours: 48,
    resultAutoAcceptDays: 5,
    projectManagerAcceptLimit: null,
    defaultReceiptText: null,
    noticeEmail: null as string | null,
  };
  const ADDRESS = "PUT /open-api/v1/account/notice-email";
  const { seen, set } = consoleServer({
    [MY]: { body: COMPANY },
    [`GET ${SETTINGS}`]: { body: settings },
    [CODE]: sent(),
    [ADDRESS]: { body: { ...settings, noticeEmail: "buh@company.ru" } },
  });
  renderConsole(<AccountScreen />, { address: "/profile/account?tab=settings", modules });
  fireEvent.click(await screen.findByRole("button", { name: "Указать адрес" }));
  const dialog = await screen.findByRole("dialog", { name: "Адрес для копий уведомлений" });
  const ask = within(dialog).getByRole("button", { name: "Получить код" });
  fireEvent.click(ask);
  await within(dialog).findByText("Укажите адрес. Пример: buh@company.ru");
  expect(seen.some(({ path }) => path.endsWith("send-verification-code"))).toBe(false);
  fireEvent.change(within(dialog).getByLabelText("E-mail компании"), {
    target: { value: "buh@company.ru" },
  });
  fireEvent.click(ask);
  set(`GET ${SETTINGS}`, { body: { ...settings, noticeEmail: "buh@company.ru" } });
  fireEvent.change(await within(dialog).findByLabelText("Код из письма"), {
    target: { value: "123456" },
  });
  await waitFor(() =>
    expect(seen.find(({ path }) => path.endsWith("/notice-email"))?.body).toEqual({
      email: "buh@company.ru",
      otp: "123456",
    }),
  );
  expect(seen.find(({ path }) => path.endsWith("/send-verification-code"))?.body).toEqual({
    action: "ACCOUNT_NOTICE_EMAIL",
    email: "buh@company.ru",
  });
  fireEvent.click(await screen.findByRole("button", { name: "Не присылать" }));
  fireEvent.click(
    within(await screen.findByRole("dialog", { name: "Не присылать копии" })).getByRole("button", {
      name: "Не присылать",
    }),
  );
  await waitFor(() =>
    expect(seen.findLast(({ path }) => path.endsWith("/notice-email"))?.body).toEqual({
      email: null,
    }),
  );
});

test("requisites are changed by a code of this company; a wrong account is told before a code is asked for", async () => {
  resetSession(aPerson("OWNER"), "token");
  const { seen } = consoleServer({
    [MY]: { body: COMPANY },
    [CODE]: sent(),
    "POST /client-api/account/update": { body: { ...COMPANY, kpp: "770701043" } },
  });
  provideModals(SHARED_MODALS);
  renderConsole(<div />, { address: "/profile/account", modules });
  openModal("requisite-change", {});
  const modal = await screen.findByRole("dialog");
  const kpp = await within(modal).findByLabelText("КПП");
  const ask = within(modal).getByRole<HTMLButtonElement>("button", { name: "Получить код" });
  expect(ask.disabled).toBe(true);
  fireEvent.change(within(modal).getByLabelText("Расчётный счёт"), {
    target: { value: "40702810000000000001" },
  });
  await within(modal).findByText("Расчётный счёт не подходит к БИК");
  fireEvent.change(within(modal).getByLabelText("Расчётный счёт"), { target: { value: "" } });
  fireEvent.change(kpp, { target: { value: "770701043" } });
  fireEvent.click(ask);
  await typeCode(modal);
  await screen.findByText("Реквизиты изменены");
  expect(seen.find(({ path }) => path.endsWith("send-verification-code"))?.body).toEqual({
    action: "ACCOUNT_REQUISITES",
    objectID: 1,
    destination: { kpp: "770701043" },
  });
  expect(seen.find(({ path }) => path.endsWith("/account/update"))?.body).toEqual({
    kpp: "770701043",
    otp: "123456",
  });
});

test("the owner hands the company over to one of its users by a code of that very person", async () => {
  resetSession(aPerson("OWNER"), "token");
  const user = (id: number, name: string, state: string, isMe = false) => ({
    id,
    name,
    phone: "79000000005",
    email: null,
    roleID: "ADMIN",
    role: { id: "ADMIN", title: "Администратор" },
    state: { id: state, title: state },
    projectIDs: null,
    lastSeenAt: null,
    createdAt: "2026-01-05T10:00:00Z",
    isMe,
    permissions: { update: true, delete: true },
  });
  const { seen } = consoleServer({
    [MY]: { body: COMPANY },
    [CODE]: sent(),
    "GET /open-api/v1/account/users/": {
      body: {
        items: [
          user(3, "Анна Петрова", "ACTIVE", true),
          user(4, "Гусев Павел", "ACTIVE"),
          user(5, "Ещё не вошёл", "INVITED"),
        ],
        meta: { page: 1, perPage: 100, lastPage: 1, total: 3 },
      },
    },
    "POST /open-api/v1/account/transfer-ownership": { body: { ok: true } },
    "GET /client-api/user/my-info": { body: aPerson("ADMIN") },
  });
  renderConsole(<AccountScreen />, { address: "/profile/account", modules });
  fireEvent.click(await screen.findByRole("button", { name: "Действия: ООО «Ромашка»" }));
  fireEvent.click(await screen.findByText("Передать владение"));
  const modal = await screen.findByRole("dialog");
  fireEvent.mouseDown(await within(modal).findByRole("combobox", { name: "Новый владелец" }));
  const options = await waitFor(() => {
    const shown = [...document.querySelectorAll<HTMLElement>(".ant-select-item-option-content")];
    expect(shown.map((one) => one.textContent)).toEqual(["Гусев Павел, администратор"]);
    return shown;
  });
  fireEvent.click(options[0] as HTMLElement);
  await within(modal).findByText(/Гусев Павел станет владельцем/);
  fireEvent.click(within(modal).getByRole("button", { name: "Получить код" }));
  await typeCode(modal);
  await screen.findByText("Владелец компании теперь Гусев Павел");
  expect(seen.find(({ path }) => path.endsWith("send-verification-code"))?.body).toEqual({
    action: "OWNERSHIP_TRANSFER",
    objectID: 4,
  });
  expect(seen.find(({ path }) => path.endsWith("transfer-ownership"))?.body).toEqual({
    accountUserID: 4,
    otp: "123456",
  });
});

test("a deletion says what stays, and why it cannot be done yet", async () => {
  resetSession(aPerson("OWNER"), "token");
  consoleServer({
    [MY]: { body: COMPANY },
    [CODE]: sent(),
    "DELETE /open-api/v1/account": {
      status: 409,
      body: {
        code: "conflict",
        message:
          "Удалить компанию пока нельзя: 2 незавершённых задания, завершите или отмените задания",
        requestId: "r",
      },
    },
  });
  renderConsole(<AccountScreen />, { address: "/profile/account", modules });
  fireEvent.click(await screen.findByRole("button", { name: "Действия: ООО «Ромашка»" }));
  fireEvent.click(await screen.findByText("Удалить компанию"));
  const modal = await screen.findByRole("dialog");
  await within(modal).findByText(/журнал действий хранится пять лет/);
  fireEvent.click(within(modal).getByRole("button", { name: "Получить код" }));
  await typeCode(modal);
  await within(modal).findByText(/2 незавершённых задания/);
});

test("a person registers another company from the address of the menu and acts for it at once", async () => {
  resetSession(aPerson("OWNER"), "token");
  const { seen, set } = consoleServer({
    "POST /client-api/account/create": {
      status: 409,
      body: {
        code: "conflict",
        message: "Компания с этим ИНН уже зарегистрирована",
        requestId: "r",
      },
    },
  });
  renderConsole(<PersonalArea />, { address: "/profile?new-company", modules });
  const modal = await screen.findByRole("dialog", { name: "Новая компания" });
  fireEvent.change(await within(modal).findByLabelText("ИНН"), {
    target: { value: "7736 207543" },
  });
  fireEvent.change(within(modal).getByLabelText("Название компании"), {
    target: { value: "ООО «Вторая»" },
  });
  fireEvent.click(within(modal).getByRole("button", { name: "Зарегистрировать" }));
  await within(modal).findByText(/уже зарегистрирована/);
  const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
  set("POST /client-api/account/create", { body: { ...COMPANY, id: 2 } });
  set("POST /open-api/v1/auth/switch-account", { body: { accessToken: "t", refreshToken: "r" } });
  set("GET /client-api/user/my-info", { body: aPerson("OWNER", { currentAccountID: 2 }) });
  fireEvent.click(within(modal).getByRole("button", { name: "Зарегистрировать" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/profile/account"));
  expect(seen.find(({ path }) => path.endsWith("switch-account"))?.body).toEqual({ accountID: 2 });
});

test("reasons are told by what happened", async () => {
  resetSession(aPerson("VIEWER"), "token");
  consoleServer({
    [MY]: { body: COMPANY },
    "GET /client-api/account/statistic/reasons": {
      body: {
        items: [
          { list: "jobCancel", reason: { id: "MISTAKE", title: "Ошибка в задании" }, count: 3 },
        ],
      },
    },
  });
  renderConsole(<AccountScreen />, { address: "/profile/account?tab=reasons", modules });
  const row = (await screen.findByText("Ошибка в задании")).closest("tr") as HTMLElement;
  expect(row.textContent).toBe("Задание отмененоОшибка в задании3");
});
