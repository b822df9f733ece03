import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Notice } from "#contract/notices/notice-endpoints.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { resetSession } from "#console/providers/session.ts";
import { NoticeBell } from "#console/resources/notices/index.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const plain = (text: string) => text.replaceAll("\u00A0", " ");
const view = (type: string, resource: object) => viewNotice({ type: `App\\Notification\\${type}`, resource: resource as Notice["resource"] });

test.each([
  ["Job\\JobRejected", { id: 1, title: "Уборка", rejectReason: { id: "A", title: "нет описания" }, rejectComment: "Добавьте адрес" }, "Задание «Уборка» отклонено модератором: нет описания. Добавьте адрес"],
  ["Job\\JobPayoutReturned", { id: 1, title: "Уборка" }, "Не удалось отправить выплату по заданию «Уборка». Проверьте карту и реквизиты и свяжитесь с заказчиком"],
  ["JobOffer\\ActRequired", { job: { id: 1, title: "Уборка" } }, "Подпишите акт по заданию «Уборка», чтобы выплата не задержалась"],
  ["Arbitration\\ArbitrationOpened", { job: { id: 1, title: "Уборка" }, workman: { id: 2, name: "Иван" }, account: { id: 3, companyDetailsName: "Ромашка" }, amount: 1000, newAmount: 850.5 }, "Заказчик предлагает изменить выплату по «Уборка»: 1 000,00 ₽ → 850,50 ₽"],
  ["Invoice\\InvoicePaid", { invoice: { id: 1, number: "15", amount: 10 } }, "Счёт № 15 оплачен"],
  ["Tax\\TaxPaymentPartiallyPaid", { amount: 10, monthNumber: 3, requestedAmount: 20, taxAmount: 0, debtAmount: 0, penaltyAmount: 0 }, "Налог за март уплачен частично: 10,00 ₽ из 20,00 ₽"],
  ["Registry\\RegistryExecuted", { registry: { id: 5, number: 7, kind: "payroll", rowsCount: 10, doneCount: 8, failedCount: 2 } }, "Реестр № 7 выполнен: готово 8 из 10, не выполнено 2"],
])("the notice %s reads as a sentence", (type, resource, text) => {
  expect(plain(view(type, resource).text)).toBe(text);
});

test("a registry's notice leads to the registry", () => {
  expect(view("Registry\\RegistryExecuted", { registry: { id: 5, number: 7, kind: "payroll", rowsCount: 1, doneCount: 1, failedCount: 0 } }).to).toBe("/profile/payroll-registry/5");
});

test("an unknown type is shown generically, a resource without its fields as «Error Data»", () => {
  expect(view("Future\\SomethingNew", {}).text).toBe("Уведомление");
  expect(view("Job\\JobPublished", {}).text).toBe("Error Data");
  expect(view("Invoice\\InvoicePaid", {}).text).toBe("Error Data");
});

const LIST = "GET /client-api/notification/list";
const published = (id: number): Notice => ({ id, type: "App\\Notification\\Job\\JobPublished", createdDate: "2026-03-05T11:05:00Z", readDate: null, resource: { id: 1, title: `Задание ${id}` } });
const unread = (count: number) => ({ body: { items: Array.from({ length: Math.min(count, 10) }, (_, index) => published(index + 1)), meta: { page: 1, perPage: 10, lastPage: 1, total: count } } });

beforeEach(() => resetSession(aPerson(), "token"));

test("the bell counts unread notices and reads one of them", async () => {
  const { seen } = consoleServer({ [LIST]: unread(3), "POST /client-api/notification/read": { body: { unreadCount: 2 } } });
  renderConsole(<NoticeBell />);
  fireEvent.click(await screen.findByRole("button", { name: /3.непрочитанных/ }));
  fireEvent.click(screen.getByRole("button", { name: /Прочитано.*Задание 2/ }));
  await waitFor(() => expect(seen.find(({ path }) => path.endsWith("/read"))?.body).toEqual({ notificationIDs: [2] }));
  // Five or fewer remain: the list is read again.
  await waitFor(() => expect(seen.filter(({ path }) => path.endsWith("/list"))).toHaveLength(2));
});

test("an empty bell says so and «Очистить всё» has nothing to do", async () => {
  consoleServer({ [LIST]: unread(0) });
  renderConsole(<NoticeBell />);
  fireEvent.click(await screen.findByRole("button", { name: "Уведомления, непрочитанных нет" }));
  screen.getByText("Список уведомлений пуст");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Очистить всё" }).disabled).toBe(true);
});

test("a failed list of notices shows a toast with the message", async () => {
  consoleServer({ [LIST]: { status: 409, body: { message: "Уведомления обновляются", code: "conflict", requestId: "r" } } });
  renderConsole(<NoticeBell />);
  await screen.findByText("Уведомления обновляются");
});
