import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ACCOUNT_STATE, type AccountState } from "#contract/accounts/account-states.ts";
import { MyWorkmanInfo } from "#contract/workmen/workman.ts";
import { accountsModule } from "#console/accounts/index.tsx";
import AccountScreen from "#console/accounts/account-show.tsx";
import PersonalArea from "#console/accounts/personal-area-page.tsx";
import { accountUsersModule } from "#console/account-users/index.tsx";
import { forgetInvitation, keepEntryParameters } from "#web/auth/entry-parameters.ts";
import { resetSession } from "#web/session/session.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";
import { sampleOf } from "#tests/support/sample-of.ts";

const plain = (element: Element | null | undefined) =>
  (element?.textContent ?? "").replaceAll("\u00A0", " ");
const INVITATIONS = "/open-api/v1/me/account-invitations";
const invitation = {
  id: 5,
  account: { id: 2, companyDetailsName: "Волжский клининг", logoPicture: null },
  roleID: "ACCOUNTANT",
  role: { id: "ACCOUNTANT", title: "Бухгалтер" },
  createdAt: "2026-03-05T11:05:00Z",
};
const stranger = () => aPerson(null);

beforeEach(() => resetSession(aPerson("OWNER"), "token"));

test("somebody invited by a company accepts by a code of his role, and everything is read anew", async () => {
  resetSession(stranger(), "token");
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  const { seen } = consoleServer({
    [`GET ${INVITATIONS}`]: { body: { items: [invitation] } },
    [`POST ${INVITATIONS}/5/send-code`]: {
      body: { expiresInSeconds: 300, retryAfterSeconds: 60, phoneMasked: "+7 (9**) ***-**-01" },
    },
    [`POST ${INVITATIONS}/5/accept`]: { body: { ok: true } },
  });
  renderConsole(<PersonalArea />, { address: "/profile" });
  const card = await screen.findByRole("region", { name: "Приглашения в компании" });
  expect(plain(card)).toContain("Волжский клининг Бухгалтер, 05.03.2026");
  fireEvent.click(within(card).getByRole("button", { name: "Принять" }));
  const dialog = await screen.findByRole("dialog", { name: "Вступить в «Волжский клининг»" });
  expect(plain(dialog)).toContain("Ваша роль: бухгалтер.");
  expect(plain(dialog)).toContain("Администраторы компании увидят ваше имя, телефон и e-mail");
  fireEvent.click(within(dialog).getByRole("button", { name: "Получить код" }));
  fireEvent.change(await within(dialog).findByLabelText("Код из СМС"), {
    target: { value: "123456" },
  });
  await waitFor(() =>
    expect(seen.find(({ path }) => path.endsWith("/accept"))?.body).toEqual({
      otp: "123456",
      roleID: "ACCOUNTANT",
    }),
  );
  await waitFor(() => expect(reload).toHaveBeenCalled());
});

test("an invitation can be declined, and whoever has none sees no card", async () => {
  resetSession(stranger(), "token");
  const { seen, set } = consoleServer({
    [`GET ${INVITATIONS}`]: { body: { items: [invitation] } },
    [`POST ${INVITATIONS}/5/decline`]: { body: { ok: true } },
  });
  renderConsole(<PersonalArea />, { address: "/profile" });
  const decline = await screen.findByRole("button", { name: "Отказаться" });
  set(`GET ${INVITATIONS}`, { body: { items: [] } });
  fireEvent.click(decline);
  await screen.findByText("Вы отказались от приглашения");
  await waitFor(() =>
    expect(screen.queryByRole("region", { name: "Приглашения в компании" })).toBeNull(),
  );
  expect(seen.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
    `${INVITATIONS}/5/decline`,
  ]);
});

test("whoever came by a registry's link and signed in finds it in the personal area; an invitation that has ended says what to do", async () => {
  const id = "cd".repeat(16);
  const invited = `GET /open-api/v1/auth/register/workman-registration/${id}`;
  const prepared = {
    companyTitle: "Волжский клининг",
    lastName: "Смирнов",
    firstName: "Пётр",
    middleName: null,
    taxpayerType: { id: "SMZ", title: "Самозанятый" },
    citizenship: { id: "ru", title: "Россия" },
    inn: null,
    birthDate: null,
    email: null,
  };
  keepEntryParameters(`?wr=${id}`);
  const { set } = consoleServer({
    [invited]: { body: { firstName: "Пётр", phone: "79000000001", prepared } },
  });
  const { unmount } = renderConsole(<PersonalArea />, { address: "/profile" });
  const card = await screen.findByRole("region", { name: "Заказчик подготовил вашу регистрацию" });
  await within(card).findByText("Смирнов Пётр");
  within(card).getByRole("button", { name: "Стать исполнителем" });
  unmount();
  set(invited, {
    status: 409,
    body: { message: "x", code: "conflict", requestId: "r", reason: "expired" },
  });
  renderConsole(<PersonalArea />, { address: "/profile" });
  await screen.findByText("Срок приглашения истёк");
  expect(screen.getByRole("link", { name: "профиле пользователя" }).getAttribute("href")).toBe(
    "/profile/editprofile",
  );
  forgetInvitation();
});

test("a worker whose profile is being checked is told so, and what comes next", async () => {
  resetSession(
    aPerson(null, {
      isWorkman: true,
      workman: { id: 1, taxpayerTypeID: "SMZ", state: { id: "MODERATION", title: "На проверке" } },
    }),
    "token",
  );
  consoleServer({});
  renderConsole(<PersonalArea />, { address: "/profile" });
  await screen.findByText(/Модератор проверяет профиль/);
});

test("is not told to wait for the moderator while his registration still asks something of him", async () => {
  resetSession(
    aPerson(null, {
      isWorkman: true,
      workman: { id: 1, taxpayerTypeID: "SMZ", state: { id: "MODERATION", title: "На проверке" } },
    }),
    "token",
  );
  const { seen } = consoleServer({
    "GET /open-api/v1/talk-bank/profile": {
      body: { status: { id: "SMZ_VALID", title: "ФНС подтвердила статус" } },
    },
  });
  renderConsole(<PersonalArea />, { address: "/profile" });
  await waitFor(() =>
    expect(seen.some(({ path }) => path === "/open-api/v1/talk-bank/profile")).toBe(true),
  );
  await screen.findByRole("heading", { name: "Личный кабинет" });
  await waitFor(() => expect(screen.queryByText(/Модератор проверяет профиль/)).toBeNull());
});

test("a worker approved while the page stood open is told so, though the session still says «checked»", async () => {
  resetSession(
    aPerson(null, {
      isWorkman: true,
      workman: { id: 1, taxpayerTypeID: "SMZ", state: { id: "MODERATION", title: "На проверке" } },
    }),
    "token",
  );
  consoleServer({
    "GET /client-api/workman/my-info": {
      body: {
        ...(sampleOf(MyWorkmanInfo) as MyWorkmanInfo),
        id: 1,
        state: { id: "ACTIVE", title: "Активен" },
        answerObstacle: null,
      },
    },
    "GET /open-api/v1/workman/urgent": { body: { items: [] } },
  });
  renderConsole(<PersonalArea />, { address: "/profile" });
  await screen.findByText(/Профиль проверен: откликайтесь на задания/);
});

const account = (stateID: AccountState = "ACTIVE") => ({
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
  stateID,
  state: { id: stateID, title: ACCOUNT_STATE.titles[stateID] },
  rejectReason: null,
  rejectComment: stateID === "REJECTED" ? "Нет договора аренды" : null,
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
});
const MY = "GET /client-api/account/my-info";

test("the company's page shows its data and sends only what has changed; a refusal stands under its field", async () => {
  const { seen } = consoleServer({
    [MY]: { body: account() },
    "POST /client-api/account/update": {
      status: 422,
      body: { message: "Проверьте заполнение полей", errors: { email: ["Неверный e-mail"] } },
    },
  });
  renderConsole(<AccountScreen />, { address: "/profile/account", modules: [accountsModule] });
  await screen.findByRole("heading", { name: /ООО «Ромашка»/ });
  expect(plain(screen.getByRole("region", { name: "Реквизиты" }))).toContain("044525225");
  fireEvent.click(screen.getByRole("button", { name: "Изменить данные" }));
  const dialog = await screen.findByRole("dialog", { name: "Данные компании" });
  fireEvent.change(within(dialog).getByLabelText("E-mail"), { target: { value: "почта" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Сохранить" }));
  await within(dialog).findByText("Неверный e-mail", { selector: ".ant-form-item-explain-error" });
  expect(seen.find(({ method }) => method === "POST")?.body).toEqual({ email: "почта" });
});

test("a refused company is told why and what to do", async () => {
  consoleServer({ [MY]: { body: account("REJECTED") } });
  renderConsole(<AccountScreen />, { address: "/profile/account", modules: [accountsModule] });
  await screen.findByText(/не прошла проверку. Исправьте данные/);
  screen.getByText("Нет договора аренды");
});

test("users and rules of approval are parts of the company's page for those who may see them", async () => {
  const page = { items: [], meta: { page: 1, perPage: 30, lastPage: 1, total: 0 } };
  consoleServer({
    [MY]: { body: account() },
    "GET /open-api/v1/account/users/": { body: page },
    "GET /open-api/v1/account/approval-rules": { body: { items: [] } },
  });
  const shown = renderConsole(<AccountScreen />, {
    address: "/profile/account?tab=users",
    modules: [accountsModule, accountUsersModule],
  });
  await screen.findByRole("heading", { name: "Пользователи компании" });
  fireEvent.click(screen.getByRole("tab", { name: "Согласование выплат" }));
  await screen.findByText(/^Выплаты запускаются без согласования/);
  expect(shown.address()).toBe("/profile/account?tab=approval");
});
