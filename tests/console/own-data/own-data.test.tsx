import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { provideModals } from "#web/modals/modal-store.ts";
import { resetSession } from "#web/session/session.ts";
import { ownDataModule } from "#console/own-data/index.tsx";
import OwnDataPage from "#console/own-data/own-data-page.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const CITIES = "GET /client-api/city/list";
const COMPLAINTS = "GET /open-api/v1/complaints";
const SEND = "POST /open-api/v1/me/send-verification-code";
const SENT = { expiresInSeconds: 300, retryAfterSeconds: 60, phoneMasked: "i***@company.ru" };

beforeEach(() => {
  provideModals(ownDataModule.modals ?? {});
  resetSession(aPerson("OWNER"), "token");
});

const show = (handlers: Parameters<typeof consoleServer>[0] = {}) => {
  const server = consoleServer({
    [CITIES]: { body: { items: [{ id: 3, title: "Казань", region: "Татарстан" }] } },
    [COMPLAINTS]: { body: { items: [] } },
    ...handlers,
  });
  renderConsole(<OwnDataPage />, { address: "/profile/editprofile", modules: [ownDataModule] });
  return server;
};

test("a person corrects his name; what the server refuses stands under its field", async () => {
  const { seen } = show({
    "PUT /open-api/v1/me": {
      status: 422,
      body: {
        message: "Проверьте заполнение полей",
        errors: { lastName: ["Одно слово: буквы, дефис и апостроф"] },
      },
    },
  });
  fireEvent.change(await screen.findByLabelText("Фамилия"), { target: { value: "Ким 2" } });
  fireEvent.click(screen.getByRole("button", { name: "Сохранить" }));
  await screen.findByText("Одно слово: буквы, дефис и апостроф", {
    selector: ".ant-form-item-explain-error",
  });
  expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({
    lastName: "Ким 2",
    firstName: "Анна",
    middleName: "",
  });
});

test("a worker's checked name is not changed here, and the page says where", async () => {
  resetSession(
    aPerson(null, {
      isWorkman: true,
      workman: { id: 1, taxpayerTypeID: "SMZ", state: { id: "ACTIVE", title: "Активен" } },
    }),
    "token",
  );
  show();
  expect((await screen.findByLabelText<HTMLInputElement>("Имя")).disabled).toBe(true);
  screen.getByText(/вместе с паспортными данными в анкете/);
});

test("a new e-mail is proven by the code of a letter; a wrong code stands under its field", async () => {
  const { seen, set } = show({
    [SEND]: { body: SENT },
    "PUT /open-api/v1/me/email": {
      status: 422,
      body: { message: "Проверьте", errors: { code: ["Код неверный. Осталось попыток: 4"] } },
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Указать e-mail" }));
  const dialog = await screen.findByRole("dialog", { name: "Смена e-mail" });
  const ask = await within(dialog).findByRole("button", { name: "Получить код" });
  fireEvent.click(ask);
  await within(dialog).findByText("Укажите адрес. Пример: ivanova@company.ru");
  expect(seen.some(({ path }) => path.endsWith("send-verification-code"))).toBe(false);
  fireEvent.change(within(dialog).getByLabelText("Новый e-mail"), {
    target: { value: "ivanova@company.ru" },
  });
  fireEvent.click(ask);
  await within(dialog).findByText("Код отправлен на i***@company.ru");
  expect(seen.find(({ path }) => path.endsWith("send-verification-code"))?.body).toEqual({
    action: "EMAIL_CHANGE",
    email: "ivanova@company.ru",
  });
  fireEvent.change(within(dialog).getByLabelText("Код из письма"), { target: { value: "111111" } });
  await within(dialog).findByText("Код неверный. Осталось попыток: 4");
  set("PUT /open-api/v1/me/email", { body: aPerson("OWNER", { email: "ivanova@company.ru" }) });
  set("GET /client-api/user/my-info", { body: aPerson("OWNER", { email: "ivanova@company.ru" }) });
  fireEvent.change(within(dialog).getByLabelText("Код из письма"), { target: { value: "222222" } });
  await screen.findByText("E-mail сменён");
  expect(seen.filter(({ path }) => path.endsWith("/me/email")).map(({ body }) => body)).toEqual([
    { email: "ivanova@company.ru", code: "111111" },
    { email: "ivanova@company.ru", code: "222222" },
  ]);
  await screen.findByText("ivanova@company.ru");
});

test("all sessions are ended after a question, not by one press", async () => {
  const { seen } = show({
    "POST /open-api/v1/auth/logout-everywhere": {
      status: 409,
      body: { message: "Попробуйте ещё раз", code: "conflict", requestId: "r" },
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Выйти на всех устройствах" }));
  expect(seen.some(({ method }) => method === "POST")).toBe(false);
  const dialog = await screen.findByRole("dialog", { name: "Выйти на всех устройствах" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Завершить все сеансы" }));
  await within(dialog).findByText("Попробуйте ещё раз");
  await waitFor(() =>
    expect(seen.filter(({ path }) => path.endsWith("/logout-everywhere"))).toHaveLength(1),
  );
});

test("a new phone needs the codes of both numbers; a wrong one stands under its own field", async () => {
  const CHANGE = "PUT /open-api/v1/me/phone";
  const { seen, set } = show({
    [SEND]: { body: { ...SENT, phoneMasked: "+7 (916) *** ** 01" } },
    [CHANGE]: {
      status: 422,
      body: {
        message: "Проверьте заполнение полей",
        errors: { currentCode: ["Код неверный. Осталось попыток: 4"] },
      },
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Сменить телефон" }));
  const dialog = await screen.findByRole("dialog", { name: "Смена телефона" });
  fireEvent.change(await within(dialog).findByLabelText("Новый телефон"), {
    target: { value: "9161230001" },
  });
  fireEvent.click(within(dialog).getByRole("button", { name: "Получить коды" }));
  await within(dialog).findByText(/и \+7 \(916\) \*\*\* \*\* 01$/);
  expect(seen.find(({ path }) => path.endsWith("send-verification-code"))?.body).toEqual({
    action: "PHONE_CHANGE",
    phoneNumber: "79161230001",
  });
  fireEvent.click(within(dialog).getByRole("button", { name: "Сменить телефон" }));
  await waitFor(() =>
    expect(within(dialog).getAllByText("Введите шесть цифр кода")).toHaveLength(2),
  );
  fireEvent.change(within(dialog).getByLabelText("Код с нынешнего номера"), {
    target: { value: "111111" },
  });
  fireEvent.change(within(dialog).getByLabelText("Код с нового номера"), {
    target: { value: "222222" },
  });
  fireEvent.click(within(dialog).getByRole("button", { name: "Сменить телефон" }));
  await within(dialog).findByText("Код неверный. Осталось попыток: 4", {
    selector: ".ant-form-item-explain-error",
  });
  set(CHANGE, { body: aPerson("OWNER", { phone: "79161230001" }) });
  set("GET /client-api/user/my-info", { body: aPerson("OWNER", { phone: "79161230001" }) });
  fireEvent.change(within(dialog).getByLabelText("Код с нынешнего номера"), {
    target: { value: "333333" },
  });
  fireEvent.click(within(dialog).getByRole("button", { name: "Сменить телефон" }));
  await screen.findByText("Телефон сменён");
  expect(seen.filter(({ path }) => path.endsWith("/me/phone")).at(-1)?.body).toEqual({
    phoneNumber: "79161230001",
    currentCode: "333333",
    code: "222222",
  });
});

test("a portrait is shown with what can be done with it, and is taken away", async () => {
  resetSession(
    aPerson("OWNER", { picture: { size40: "/pictures/a/40.jpg", size80: "/pictures/a/80.jpg" } }),
    "token",
  );
  const { seen } = show({
    "DELETE /open-api/v1/me/picture": { body: aPerson("OWNER") },
    "GET /client-api/user/my-info": { body: aPerson("OWNER") },
  });
  const section = await screen.findByRole("region", { name: "Фотография" });
  expect(section.querySelector("img")?.getAttribute("src")).toBe("/pictures/a/80.jpg");
  within(section).getByRole("button", { name: "Заменить фото" });
  fireEvent.click(within(section).getByRole("button", { name: "Убрать фото" }));
  await within(section).findByRole("button", { name: "Загрузить фото" });
  expect(seen.some(({ method, path }) => method === "DELETE" && path.endsWith("/me/picture"))).toBe(
    true,
  );
  expect(section.querySelector("img")).toBeNull();
});

test("somebody of a company becomes a worker as well, and goes on to the questionnaire", async () => {
  const { seen } = show({
    "POST /client-api/workman/create": { body: {} },
    "GET /client-api/user/my-info": { body: aPerson("OWNER", { isWorkman: true }) },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Стать исполнителем" }));
  const dialog = await screen.findByRole("dialog", { name: "Стать исполнителем" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Начать анкету" }));
  await waitFor(() =>
    expect(seen.find(({ path }) => path.endsWith("/workman/create"))?.body).toEqual({
      taxpayerTypeID: "SMZ",
    }),
  );
  await screen.findByText("Анкета исполнителя создана");
});

test("who has complained reads what the moderator decided; who never did sees no list", async () => {
  const complaint = {
    id: 4,
    subjectType: { id: "account-review", title: "Отзыв о заказчике" },
    subject: "Не платят вовремя",
    reason: { id: "FALSE", title: "Неправда" },
    comment: null,
    createdAt: "2026-11-20T08:00:00Z",
  };
  const { set } = show();
  await screen.findByText("Сеансы");
  expect(screen.queryByText("Мои жалобы")).toBeNull();
  cleanup();
  set(COMPLAINTS, {
    body: {
      items: [
        {
          ...complaint,
          id: 5,
          state: { id: "WAITING", title: "На рассмотрении" },
          decisionComment: null,
          decidedAt: null,
        },
        {
          ...complaint,
          state: { id: "DISMISSED", title: "Нарушений не нашли" },
          decisionComment: "Это мнение автора",
          decidedAt: "2026-11-21T08:00:00Z",
        },
      ],
    },
  });
  renderConsole(<OwnDataPage />, { address: "/profile/editprofile", modules: [ownDataModule] });
  const list = await screen.findByRole("region", { name: "Мои жалобы" });
  await within(list).findByText("На рассмотрении");
  expect(list.textContent).toMatch(/Неправда, 20.11.2026.*Решение 21.11.2026.*: Это мнение автора/);
  within(list).getByText("Нарушений не нашли");
});

test("a person reads what was refused to him, with the call, the moment and the address", async () => {
  const refusal = { title: "Введён неверный код", call: "Войти по коду", ip: "203.0.113.7" };
  show({
    "GET /open-api/v1/me/refusals": {
      body: { items: [{ id: "0.7", at: "2026-03-05T10:00:00Z", count: 10, ...refusal }] },
    },
  });
  const section = await screen.findByRole("region", { name: "Отказы по безопасности" });
  within(section).getByText(/^Введён неверный код, 10.раз за час$/);
  within(section).getByText(/^Войти по коду, .*адрес 203\.0\.113\.7$/);
});
