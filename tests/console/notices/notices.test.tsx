import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Notice } from "#contract/notices/notice-endpoints.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { startLoading } from "#web/live/after-load.ts";
import { resetSession } from "#web/session/session.ts";
import { NoticeBell, noticesModule } from "#console/notices/index.tsx";
import NoticeSettingsPage from "#console/notices/notice-settings-page.tsx";
import NoticeList from "#console/notices/notice-list.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { chooseOption } from "#tests/support/antd-controls.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const plain = (text: string) => text.replaceAll("\u00A0", " ");
const view = (type: string, resource: object) =>
  viewNotice({ type: `App\\Notification\\${type}`, resource: resource as Notice["resource"] });

test.each([
  [
    "Job\\JobRejected",
    {
      id: 1,
      title: "Уборка",
      rejectReason: { id: "A", title: "нет описания" },
      rejectComment: "Добавьте адрес",
    },
    "Задание «Уборка» отклонено модератором: нет описания. Добавьте адрес",
  ],
  [
    "Job\\JobPayoutReturned",
    { id: 1, title: "Уборка" },
    "Не удалось отправить выплату по заданию «Уборка». Проверьте карту и реквизиты и свяжитесь с заказчиком",
  ],
  [
    "JobOffer\\ActRequired",
    { job: { id: 1, title: "Уборка" } },
    "Подпишите акт по заданию «Уборка», чтобы выплата не задержалась",
  ],
  [
    "Arbitration\\ArbitrationOpened",
    {
      job: { id: 1, title: "Уборка" },
      workman: { id: 2, name: "Иван" },
      account: { id: 3, companyDetailsName: "Ромашка" },
      amount: 1000,
      newAmount: 850.5,
    },
    "Заказчик предлагает изменить выплату по «Уборка»: 1 000,00 ₽ → 850,50 ₽",
  ],
  ["Invoice\\InvoicePaid", { invoice: { id: 1, number: "15", amount: 10 } }, "Счёт № 15 оплачен"],
  [
    "Tax\\TaxPaymentPartiallyPaid",
    {
      amount: 10,
      monthNumber: 3,
      requestedAmount: 20,
      taxAmount: 0,
      debtAmount: 0,
      penaltyAmount: 0,
    },
    "Налог за март уплачен частично: 10,00 ₽ из 20,00 ₽",
  ],
  [
    "Registry\\RegistryExecuted",
    {
      registry: { id: 5, number: 7, kind: "payroll", rowsCount: 10, doneCount: 8, failedCount: 2 },
    },
    "Реестр выплат № 7 выполнен: готово 8 из 10, не выполнено 2",
  ],
  [
    "Registry\\RegistryExecuted",
    {
      registry: {
        id: 5,
        number: 7,
        kind: "payroll",
        rowsCount: 60,
        doneCount: 58,
        failedCount: 2,
        errorsCount: 1,
      },
    },
    "Реестр выплат № 7 выполнен: выплачено 58 из 60, не прошло 1, с ошибками 1",
  ],
])("the notice %s reads as a sentence", (type, resource, text) => {
  expect(plain(view(type, resource).text)).toBe(text);
});

test("a registry's notice leads to the registry", () => {
  expect(
    view("Registry\\RegistryExecuted", {
      registry: { id: 5, number: 7, kind: "payroll", rowsCount: 1, doneCount: 1, failedCount: 0 },
    }).to,
  ).toBe("/profile/payroll-registry/5");
});

test("an unknown type is shown generically, a resource without its fields as «Error Data»", () => {
  expect(view("Future\\SomethingNew", {}).text).toBe("Уведомление");
  expect(view("Job\\JobPublished", {}).text).toBe("Error Data");
  expect(view("Invoice\\InvoicePaid", {}).text).toBe("Error Data");
});

const LIST = "GET /client-api/notification/list";
const published = (id: number): Notice => ({
  id,
  type: "App\\Notification\\Job\\JobPublished",
  createdDate: "2026-03-05T11:05:00Z",
  readDate: null,
  resource: { id: 1, title: `Задание ${id}` },
});
const unread = (count: number) => ({
  body: {
    items: Array.from({ length: Math.min(count, 10) }, (_, index) => published(index + 1)),
    meta: { page: 1, perPage: 10, lastPage: 1, total: count },
  },
});

beforeEach(() => resetSession(aPerson(), "token"));

test("the bell counts unread notices and reads one of them", async () => {
  const { seen } = consoleServer({
    [LIST]: unread(3),
    "POST /client-api/notification/read": { body: { unreadCount: 2 } },
  });
  renderConsole(<NoticeBell />);
  fireEvent.click(await screen.findByRole("button", { name: /3.непрочитанных/ }));
  fireEvent.click(await screen.findByRole("button", { name: /Отметить прочитанным.*Задание 2/ }));
  await waitFor(() =>
    expect(seen.find(({ path }) => path.endsWith("/read"))?.body).toEqual({ notificationIDs: [2] }),
  );
  // Five or fewer remain: refetch.
  await waitFor(() => expect(seen.filter(({ path }) => path.endsWith("/list"))).toHaveLength(2));
});

test("a bell pressed before the page has come to rest reads its notices at once, and Escape closes them", async () => {
  consoleServer({ [LIST]: unread(2) });
  const release = startLoading();
  renderConsole(<NoticeBell />);
  const button = screen.getByRole("button", { name: "Уведомления" });
  button.focus();
  fireEvent.click(button);
  await screen.findByRole("button", { name: /Отметить прочитанным.*Задание 2/ });
  expect(button.getAttribute("aria-expanded")).toBe("true");
  fireEvent.keyDown(screen.getByRole("dialog", { name: "Уведомления" }), {
    key: "Escape",
    keyCode: 27,
  });
  await waitFor(() => expect(button.getAttribute("aria-expanded")).toBe("false"));
  release();
});

test("an empty bell says so and «Очистить всё» has nothing to do", async () => {
  consoleServer({ [LIST]: unread(0) });
  renderConsole(<NoticeBell />);
  fireEvent.click(await screen.findByRole("button", { name: "Уведомления, непрочитанных нет" }));
  screen.getByText("Список уведомлений пуст");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Очистить всё" }).disabled).toBe(
    true,
  );
});

test("a failed list of notices shows a toast with the message", async () => {
  consoleServer({
    [LIST]: {
      status: 409,
      body: { message: "Уведомления обновляются", code: "conflict", requestId: "r" },
    },
  });
  renderConsole(<NoticeBell />);
  await screen.findByText("Уведомления обновляются");
});

const PAGE = "GET /open-api/v1/notifications";
const pageOf = (total: number) => ({
  body: {
    items: Array.from({ length: Math.min(total, 30) }, (_, index) => published(index + 1)),
    meta: { page: 1, perPage: 30, lastPage: Math.ceil(total / 30), total },
  },
});

const filtered = (...filters: [field: string, value: string | readonly string[]][]) =>
  `/notifications?${filters.map(([field, value], index) => `filters[${index}][field]=${field}&filters[${index}][operator]=${Array.isArray(value) ? "in" : "eq"}&${typeof value === "string" ? `filters[${index}][value]=${value}` : value.map((one, place) => `filters[${index}][value][${place}]=${one}`).join("&")}`).join("&")}`;
const show = (address = "/notifications") =>
  renderConsole(<NoticeList />, { address, modules: [noticesModule] });
const asked = (seen: readonly { path: string; query: URLSearchParams }[]) =>
  seen.filter(({ path }) => path === "/open-api/v1/notifications");

test("the page reads its filters from the address, thirty to a page, and writes them there", async () => {
  const { seen } = consoleServer({ [PAGE]: pageOf(61) });
  const shown = show(
    `${filtered(["isRead", "false"], ["dateFrom", "2026-03-01"], ["types", ["JobPublished", "InvoicePaid"]])}&currentPage=2`,
  );
  await screen.findByText("31–60 из 61 уведомления");
  const [first] = asked(seen);
  expect(Object.fromEntries(first?.query ?? [])).toMatchObject({
    page: "2",
    perPage: "30",
    sortByDate: "desc",
    "filters[isRead]": "false",
    "filters[dateFrom]": "2026-03-01",
  });
  expect(first?.query.getAll("filters[types]")).toEqual(["JobPublished", "InvoicePaid"]);
  screen.getByText("Виды уведомлений: Задание опубликовано, Счёт оплачен");

  // A changed filter returns to page 1.
  await chooseOption("Прочитанность", "Прочитанные");
  await waitFor(() => expect(asked(seen).at(-1)?.query.get("filters[isRead]")).toBe("true"));
  expect(asked(seen).at(-1)?.query.get("page")).toBe("1");
  fireEvent.click(screen.getByRole("button", { name: "Сбросить" }));
  await waitFor(() => expect(shown.address()).toBe("/notifications"));
});

test("types are offered by section for the person's own side of the market", async () => {
  const { seen } = consoleServer({ [PAGE]: pageOf(1) });
  show();
  fireEvent.mouseDown(await screen.findByRole("combobox", { name: "Виды уведомлений" }));
  const invoices = await screen.findByText("Счета", { selector: ".ant-select-tree-title" });
  expect(screen.queryByText("Налоги", { selector: ".ant-select-tree-title" })).toBeNull();
  fireEvent.click(invoices);
  await waitFor(() =>
    expect(asked(seen).at(-1)?.query.getAll("filters[types]")).toEqual([
      "InvoiceCreated",
      "InvoicePaid",
      "InvoicePaymentNoted",
      "PaymentNotRecognized",
    ]),
  );
});

test("an empty answer says whether the filters or the list are to blame", async () => {
  consoleServer({ [PAGE]: pageOf(0) });
  const shown = show(filtered(["isRead", "false"]));
  await screen.findByText("По этим фильтрам ничего не найдено");
  shown.unmount();
  show();
  await screen.findByText("Список уведомлений пуст");
});

test("one notice is marked as read by its button or by being opened", async () => {
  const { seen } = consoleServer({
    [PAGE]: pageOf(3),
    "POST /client-api/notification/read": { body: { unreadCount: 2 } },
  });
  show();
  fireEvent.click(await screen.findByRole("button", { name: /Отметить прочитанным.*Задание 2/ }));
  await waitFor(() => expect(asked(seen)).toHaveLength(2));
  const other = screen.getByRole("button", { name: /Отметить прочитанным.*Задание 3/ });
  fireEvent.click(other.closest("tr") as HTMLElement);
  await screen.findByRole("dialog");
  await waitFor(() =>
    expect(seen.filter(({ path }) => path.endsWith("/read")).map(({ body }) => body)).toEqual([
      { notificationIDs: [2] },
      { notificationIDs: [3] },
    ]),
  );
});

test("all that the filters find are marked as read, or those that are chosen", async () => {
  const { seen } = consoleServer({
    [PAGE]: pageOf(3),
    "POST /client-api/notification/read": { body: { unreadCount: 1 } },
    "POST /open-api/v1/notifications/mark-all-as-read": { body: { unreadCount: 0 } },
  });
  show(filtered(["types", ["JobPublished"]]));
  await screen.findByText("3 уведомления");
  fireEvent.click(screen.getByRole("button", { name: "Отметить все прочитанными" }));
  await screen.findByText("Все уведомления отмечены прочитанными");
  expect(
    seen.find(({ path }) => path.endsWith("/mark-all-as-read"))?.query.getAll("filters[types]"),
  ).toEqual(["JobPublished"]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Выбрать строку 1" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Выбрать строку 3" }));
  fireEvent.click(screen.getByRole("button", { name: "Отметить прочитанными" }));
  await waitFor(() =>
    expect(seen.find(({ path }) => path.endsWith("/read"))?.body).toEqual({
      notificationIDs: [1, 3],
    }),
  );
});

test("a page of notices that failed shows a toast with the message and a way to try again", async () => {
  const { set } = consoleServer({
    [PAGE]: {
      status: 409,
      body: { message: "Уведомления обновляются", code: "conflict", requestId: "r" },
    },
  });
  show();
  await waitFor(() =>
    expect(screen.getAllByText("Уведомления обновляются").length).toBeGreaterThan(1),
  );
  set(PAGE, pageOf(1));
  fireEvent.click(screen.getByRole("button", { name: /Повторить|ещё раз/ }));
  await screen.findByText("1 уведомление");
});

test("a person chooses what comes by e-mail and by text message, and each choice is saved at once", async () => {
  const settings = (mode: string) => ({
    channels: [
      { channel: "EMAIL", title: "Письма", address: null },
      { channel: "SMS", title: "СМС", address: "+7 *** 01" },
    ],
    items: [
      { channel: "EMAIL", topic: "money", mode: "DAILY", title: "Выплаты" },
      { channel: "SMS", topic: "money", mode, title: "Выплаты" },
    ],
  });
  const { seen, set } = consoleServer({
    "GET /open-api/v1/notification-settings": { body: settings("OFF") },
    "PUT /open-api/v1/notification-settings": { body: settings("AT_ONCE") },
  });
  renderConsole(<NoticeSettingsPage />, { address: "/notifications/settings" });
  await screen.findByText("Адрес не указан, письма не приходят");
  const chosen = () =>
    screen.getByRole("combobox", { name: "Выплаты: СМС" }).closest(".ant-select")?.textContent;
  expect(chosen()).toBe("Не присылать");
  set("GET /open-api/v1/notification-settings", { body: settings("AT_ONCE") });
  await chooseOption("Выплаты: СМС", "Сразу");
  await screen.findByText("Сохранено");
  expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({
    items: [{ channel: "SMS", topic: "money", mode: "AT_ONCE" }],
  });
  await waitFor(() => expect(chosen()).toBe("Сразу"));
});
