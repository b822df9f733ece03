import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { MyWorkmanInfo } from "#contract/workmen/workman.ts";
import { resetSession } from "#web/session/session.ts";
import OwnDataPage from "#console/own-data/own-data-page.tsx";
import WorkmanDocumentsPage from "#console/workman-documents/workman-documents-page.tsx";
import WorkmanProfilePage from "#console/workmen/workman-profile-page.tsx";
import WorkmanServicesPage from "#console/workmen/workman-services-page.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";
import { chooseOption } from "#tests/support/antd-controls.ts";
import { sampleOf } from "#tests/support/sample-of.ts";

const MY_INFO = "GET /client-api/workman/my-info";
const DOCUMENTS = "GET /open-api/v1/workman/documents";
const plain = (text: string | null | undefined) => (text ?? "").replaceAll("\u00A0", " ");

const ME: MyWorkmanInfo = {
  ...(sampleOf(MyWorkmanInfo) as MyWorkmanInfo),
  id: 4,
  name: "Смирнов Алексей",
  state: { id: "ACTIVE", title: "Активен" },
  smzState: { id: "UNKNOWN", title: "Не проверен" },
  taxpayerTypeID: "SMZ",
  description: null,
  services: [{ id: 101, title: "Выкладка товара", priceFrom: 1500 }],
  requiredDocuments: [{ id: "passport", title: "Паспорт" }],
  hasPaymentDetails: false,
  rejectReason: null,
  rejectComment: null,
  answerObstacle: null,
  permissions: {
    updateSmzStatusUnknown: true,
    update: true,
    withdraw: true,
    createJobOffer: true,
    delete: true,
  },
};

beforeEach(() =>
  resetSession(
    aPerson(null, { isWorkman: true, workman: { id: 4, taxpayerTypeID: "SMZ", state: ME.state } }),
    "token",
  ),
);

test("the profile says what to do next and checks the tax status by its flag alone", async () => {
  const { seen, set } = consoleServer({
    [MY_INFO]: { body: ME },
    "POST /client-api/workman/smz-unknown": {
      body: { workmanID: 4, smzState: { id: "CHECKING", title: "Проверяется" } },
    },
  });
  renderConsole(<WorkmanProfilePage />, { address: "/profile/workman" });
  const steps = await screen.findByRole("region", { name: "Что сделать дальше" });
  expect(
    within(steps)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toEqual([
    "/profile/workman/documents",
    "/profile/workman/payment-methods",
    ...(ME.city === null ? ["/profile/editprofile"] : []),
  ]);
  expect(plain(screen.getByRole("region", { name: "Услуги и цены" }).textContent)).toContain(
    "Выкладка товара, от 1 500,00 ₽",
  );
  set(MY_INFO, {
    body: {
      ...ME,
      smzState: { id: "CHECKING", title: "Проверяется" },
      permissions: { ...ME.permissions, updateSmzStatusUnknown: false },
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Проверка" }));
  await screen.findByText(/статус самозанятого проверяется/);
  expect(seen.find(({ method }) => method === "POST")?.body).toEqual({ workmanID: 4 });
  await waitFor(() => expect(screen.queryByRole("button", { name: /Проверка/ })).toBeNull());
});

test("whoever may not take a job yet is not sent to look for one", async () => {
  const { set } = consoleServer({
    [MY_INFO]: {
      body: { ...ME, answerObstacle: "Подключите платформу в «Мой налог», чтобы брать задания" },
    },
  });
  const { unmount } = renderConsole(<WorkmanProfilePage />, {
    address: "/profile/workman",
  });
  await screen.findByText("Подключите платформу в «Мой налог», чтобы брать задания");
  expect(screen.queryByText("Профиль проверен: откликайтесь на задания")).toBeNull();
  unmount();
  set(MY_INFO, { body: ME });
  renderConsole(<WorkmanProfilePage />, { address: "/profile/workman" });
  await screen.findByText("Профиль проверен: откликайтесь на задания");
});

test("whoever has not finished the questionnaire reads one line about it, that of the registration", async () => {
  consoleServer({
    [MY_INFO]: {
      body: {
        ...ME,
        state: { id: "DRAFT", title: "Черновик" },
        picture: { size40: "/pictures/a/40.jpg", size80: "/pictures/a/80.jpg" },
      },
    },
  });
  renderConsole(<WorkmanProfilePage />, { address: "/profile/workman" });
  await screen.findByRole("region", { name: "Услуги и цены" });
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.queryByRole("region", { name: "Что сделать дальше" })).toBeNull();
  expect(document.querySelector("img")?.getAttribute("src")).toBe("/pictures/a/80.jpg");
});

test("services are saved with what the worker asks; a wrong price stands under its field", async () => {
  const { seen } = consoleServer({
    [MY_INFO]: { body: ME },
    "GET /client-api/service/list": {
      body: {
        items: [{ id: 101, title: "Выкладка товара", code: "1.1", groupID: 1, isActive: true }],
      },
    },
    "GET /client-api/service-group/list": {
      body: { items: [{ id: 1, title: "Магазин", alias: "shop" }] },
    },
    "POST /client-api/workman/update": { body: ME },
  });
  renderConsole(<WorkmanServicesPage />, {
    address: "/profile/workman/services",
  });
  const price = await screen.findByLabelText("Цена от, услуга 1");
  fireEvent.change(price, { target: { value: "даром" } });
  fireEvent.click(screen.getByRole("button", { name: "Сохранить" }));
  await screen.findByText("Укажите сумму числом, например 1234,50");
  fireEvent.change(price, { target: { value: "2 000,50" } });
  fireEvent.change(screen.getByLabelText("О себе"), { target: { value: "Работаю быстро" } });
  fireEvent.click(screen.getByRole("button", { name: "Сохранить" }));
  await screen.findByText(/Заказчики увидят это/);
  expect(seen.find(({ path }) => path.endsWith("/workman/update"))?.body).toEqual({
    description: "Работаю быстро",
    services: [{ id: 101, priceFrom: 2000.5 }],
  });
});

test("papers are told apart: missing, running out, refused while the former is in force; a new one is sent with its day", async () => {
  const paper = {
    number: null,
    expireDate: null,
    fileName: null,
    rejectReason: null,
    rejectComment: null,
    uploadedAt: "2026-03-05T11:05:00Z",
    isRequired: true,
  };
  const { seen } = consoleServer({
    [DOCUMENTS]: {
      body: {
        items: [
          {
            ...paper,
            id: null,
            state: null,
            uploadedAt: null,
            type: { id: "migration_card", title: "Миграционная карта" },
          },
          {
            ...paper,
            id: 9,
            type: { id: "passport", title: "Паспорт" },
            state: { id: "REJECTED", title: "Отклонён" },
            rejectReason: { id: "UNREADABLE", title: "Нечитаемый документ" },
          },
          {
            ...paper,
            id: 8,
            type: { id: "passport", title: "Паспорт" },
            state: { id: "VALID", title: "Действует" },
          },
          {
            ...paper,
            id: 7,
            type: { id: "patent", title: "Патент" },
            state: { id: "CHECKING", title: "На проверке" },
          },
          {
            ...paper,
            id: 6,
            type: { id: "patent", title: "Патент" },
            state: { id: "EXPIRED", title: "Истёк" },
          },
        ],
      },
    },
    "POST /open-api/v1/workman/documents": {
      body: {
        ...paper,
        id: 10,
        type: { id: "migration_card", title: "Миграционная карта" },
        state: { id: "CHECKING", title: "На проверке" },
      },
    },
  });
  renderConsole(<WorkmanDocumentsPage />, { address: "/profile/workman/documents" });
  const passport = await screen.findByRole("region", { name: "Паспорт" });
  expect(plain(passport.textContent)).toMatch(
    /Документ отклонён: Нечитаемый документ.*Прежний документ действует/,
  );
  // A picture alone lifts nothing.
  expect(plain(screen.getByRole("region", { name: "Патент" }).textContent)).toMatch(
    /На проверке.*ответ придёт уведомлением.*выплат не будет, пока документ не принят/,
  );
  fireEvent.click(screen.getByRole("button", { name: "Загрузить: Миграционная карта" }));
  const dialog = await screen.findByRole("dialog", { name: "Миграционная карта" });
  const input = dialog.querySelector("input[type=file]") as HTMLInputElement;
  fireEvent.change(input, {
    target: { files: [new File(["%PDF-1.7"], "card.pdf", { type: "application/pdf" })] },
  });
  await within(dialog).findByText(/card\.pdf/);
  fireEvent.click(within(dialog).getByRole("button", { name: "Загрузить" }));
  await within(dialog).findByText("Укажите, до какого дня действует документ");
  expect(seen.some(({ method }) => method === "POST")).toBe(false);
  const day = within(dialog).getByLabelText("Действует до");
  fireEvent.mouseDown(day);
  fireEvent.change(day, { target: { value: "01122030" } });
  fireEvent.keyDown(day, { key: "Enter", code: "Enter", keyCode: 13 });
  fireEvent.click(within(dialog).getByRole("button", { name: "Загрузить" }));
  await screen.findByText("Документ загружен и отправлен на проверку");
  const form = seen.find(({ method }) => method === "POST")?.body as FormData;
  expect([form.get("type"), form.get("expireDate"), (form.get("file") as File).name]).toEqual([
    "migration_card",
    "2030-12-01",
    "card.pdf",
  ]);
});

test("whoever leaves is told what it means and what is still open, and confirms by a code", async () => {
  consoleServer({
    "GET /client-api/city/list": { body: { items: [] } },
    "POST /open-api/v1/me/send-verification-code": {
      body: { expiresInSeconds: 300, retryAfterSeconds: 60, phoneMasked: "+7 (9**) ***-**-01" },
    },
    "DELETE /open-api/v1/workman": {
      status: 409,
      body: {
        message: "Удалить профиль пока нельзя: в кошельке 300,00 ₽, выведите деньги",
        code: "conflict",
        requestId: "r",
      },
    },
  });
  renderConsole(<OwnDataPage />, { address: "/profile/editprofile" });
  fireEvent.click(await screen.findByRole("button", { name: "Удалить профиль исполнителя" }));
  const dialog = await screen.findByRole("dialog", { name: "Удалить профиль исполнителя" });
  within(dialog).getByText(/платформа хранит пять лет/);
  fireEvent.click(within(dialog).getByRole("button", { name: "Получить код" }));
  fireEvent.change(await within(dialog).findByLabelText("Код из СМС"), {
    target: { value: "222222" },
  });
  await within(dialog).findByText(
    "Удалить профиль пока нельзя: в кошельке 300,00 ₽, выведите деньги",
  );
});

test("a worker confirms the customer who invites him, told what that customer will see, and ends a bond after a question", async () => {
  const bond = (
    id: number,
    name: string,
    state: { id: string; title: string },
    permissions: object,
  ) => ({
    id,
    account: { id: id + 10, companyDetailsName: name, logoPicture: null },
    state,
    createdAt: "2026-03-05T11:05:00Z",
    permissions,
  });
  const { seen } = consoleServer({
    [MY_INFO]: { body: ME },
    "GET /client-api/employment/by-workman/list": {
      body: {
        items: [
          bond(1, "Север", { id: "ACTIVE", title: "Работает" }, { confirm: false, end: true }),
          bond(
            2,
            "Юг",
            { id: "CONFIRMATION", title: "Ожидает подтверждения" },
            { confirm: true, end: false },
          ),
        ],
        meta: { page: 1, perPage: 100, lastPage: 1, total: 2 },
      },
    },
    "POST /open-api/v1/employees/confirm-invite/2": { body: {} },
    "POST /open-api/v1/employees/1/end": {
      status: 409,
      body: { message: "Сначала завершите открытые задания", code: "conflict", requestId: "r" },
    },
  });
  renderConsole(<WorkmanProfilePage />, { address: "/profile/workman" });
  const card = await screen.findByRole("region", { name: "Заказчики, с которыми вы работаете" });
  expect(
    within(card)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["Юг", "Север"]);
  fireEvent.click(within(card).getByRole("button", { name: "Подтвердить: Юг" }));
  const confirm = await screen.findByRole("dialog", { name: "Работать вместе" });
  expect(confirm.textContent).toContain("Юг увидит ваше имя, телефон, ИНН и документы");
  fireEvent.click(within(confirm).getByRole("button", { name: "Подтвердить" }));
  await screen.findByText("Вы в избранных исполнителях: Юг");
  fireEvent.click(within(card).getByRole("button", { name: "Завершить: Север" }));
  const end = await screen.findByRole("dialog", { name: "Завершить сотрудничество" });
  fireEvent.click(within(end).getByRole("button", { name: "Завершить" }));
  await within(end).findByText("Сначала завершите открытые задания");
  expect(seen.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
    "/open-api/v1/employees/confirm-invite/2",
    "/open-api/v1/employees/1/end",
  ]);
});

test("another citizenship is chosen on the profile, and the law's refusal stands under it", async () => {
  const { seen } = consoleServer({
    [MY_INFO]: { body: { ...ME, citizenship: { id: "ru", title: "Россия" } } },
    "PUT /open-api/v1/workman/citizenship": {
      status: 422,
      body: {
        message: "Проверьте заполнение полей",
        errors: { citizenshipID: ["Граждане этой страны не могут быть самозанятыми"] },
      },
    },
  });
  renderConsole(<WorkmanProfilePage />, { address: "/profile/workman" });
  fireEvent.click(await screen.findByRole("button", { name: "Сменить гражданство" }));
  const dialog = await screen.findByRole("dialog", { name: "Смена гражданства" });
  within(dialog).getByText(/Профиль проверят заново/);
  await chooseOption("Гражданство", "Узбекистан");
  fireEvent.click(within(dialog).getByRole("button", { name: "Сменить" }));
  await within(dialog).findByText("Граждане этой страны не могут быть самозанятыми", {
    selector: ".ant-form-item-explain-error",
  });
  expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({ citizenshipID: "uz" });
});
