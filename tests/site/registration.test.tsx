import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Suspense } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { keepEntryParameters } from "#web/auth/entry-parameters.ts";
import { pageAddress, loadSiteScreen } from "#site/site-routes.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { useLocation } from "react-router";
import type { AnyPublicPage } from "#web/routes/page-module.ts";
import {
  currentSession,
  jobThatBrought,
  keepReturnTo,
  resetSession,
} from "#web/session/session.ts";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const SEND = "POST /open-api/v1/auth/send-otp";
const CONTEXT = "POST /open-api/v1/auth/registration-context";
const REGISTER = "POST /open-api/v1/auth/register";
const ME = "GET /client-api/user/my-info";
const SENT = {
  body: { expiresInSeconds: 300, retryAfterSeconds: 60, phoneMasked: "+7 (9**) ***-**-01" },
};
const TOKENS = { body: { accessToken: "t", refreshToken: "r" } };
const JOB_INVITE = "ab".repeat(16);
const REGISTRY = "cd".repeat(16);
const INVITED = `GET /open-api/v1/auth/register/workman-invite/${JOB_INVITE}`;
const BY_REGISTRY = `GET /open-api/v1/auth/register/workman-registration/${REGISTRY}`;
const COMPANY = {
  companyDetailsName: "Общество с ограниченной ответственностью «Ромашка»",
  shortCompanyName: "ООО «Ромашка»",
  kpp: "770701001",
  ogrn: "1027700132195",
  legalAddress: "г. Москва",
};
const found = (company: object | null) => ({
  body: { inn: "7707083893", type: "account", taxPayerType: null, company, requiredDocuments: [] },
});

beforeEach(() => resetSession());

/** Loads the page like a browser; earlier steps stay mounted. */
async function open(address: string, pages: readonly string[] = []) {
  const url = new URL(address, "http://localhost");
  const route = SITE_ROUTES.find(({ path }) => path === url.pathname);
  if (!route) throw new Error(`no route ${address}`);
  const { default: Screen, page } = await loadSiteScreen(route);
  const at = pageAddress(url.href, {});
  const data = await page?.load?.(callEndpoint, at);
  const shown = renderConsole(
    <Suspense>
      <Here path={url.pathname}>
        <Screen />
      </Here>
    </Suspense>,
    { address, pages, data },
  );
  return Object.assign(shown, { head: (page as AnyPublicPage).head(at, data as never) });
}

/** Unmounts a page that is left. */
function Here({ path, children }: { path: string; children: React.ReactNode }) {
  return useLocation().pathname === path ? children : null;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const tick = () => screen.getAllByRole("checkbox").forEach((box) => fireEvent.click(box));

async function customerUpToPerson() {
  const shown = await open("/registration-opf?side=account&form=COMPANY");
  type("ИНН", "7707 083893");
  press("Найти по ИНН");
  await screen.findByRole("region", { name: "Найденная компания" });
  // The button's name changes a moment after the result.
  await screen.findByRole("button", { name: "Продолжить" });
  press("Продолжить");
  await screen.findByLabelText("Фамилия");
  return shown;
}

async function typePerson() {
  type("Фамилия", "Ветрова");
  type("Имя", "Ольга");
  type("E-mail", "olga@company.example");
  type("Телефон", "8 (915) 000-00-01");
  tick();
  press("Получить код");
  return screen.findByLabelText<HTMLInputElement>("Код из СМС");
}

test("registration begins with the side, and each says what it gives", async () => {
  for (const address of ["/registration", "/app/registration", "/authorization?registration"]) {
    const { head, unmount } = await open(address);
    expect([head.canonical, screen.getByRole("heading", { level: 1 }).textContent]).toEqual([
      "/registration",
      "Регистрация",
    ]);
    expect(screen.getByRole("link", { name: /^Я заказчик/ }).getAttribute("href")).toBe(
      "/registration-opf?side=account",
    );
    expect(screen.getByRole("link", { name: /^Я исполнитель/ }).getAttribute("href")).toBe(
      "/registration-opf?side=workman",
    );
    unmount();
  }
});

test("the legal form leads to the form of its side; a worker has every type of taxpayer the platform pays", async () => {
  await open("/registration-opf?side=workman");
  const hrefs = within(screen.getByRole("list"))
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual(
    ["SMZ", "IP", "IP_SMZ"].map((form) => `/registration-opf?side=workman&form=${form}`),
  );
});

test("a company is found by its ИНН, a person confirms the phone and lands in the cabinet", async () => {
  document.cookie = "utm_source=mail; path=/";
  const { seen } = consoleServer({
    [CONTEXT]: found(COMPANY),
    [SEND]: SENT,
    [REGISTER]: TOKENS,
    [ME]: { body: aPerson() },
  });
  const { address } = await customerUpToPerson();
  expect(seen[0]?.body).toEqual({ inn: "7707083893", type: "account" });
  expect(address()).toContain("step=person");
  expect(screen.getAllByRole<HTMLInputElement>("checkbox").map(({ checked }) => checked)).toEqual([
    false,
    false,
  ]);
  expect(
    screen.getByRole("link", { name: "политике конфиденциальности" }).getAttribute("href"),
  ).toBe("/documents/data-policy");
  const code = await typePerson();
  expect(seen.find(({ path }) => path.endsWith("/send-otp"))?.body).toEqual({
    phoneNumber: "79150000001",
    exists: false,
  });
  await waitFor(() => expect(document.activeElement).toBe(code));
  fireEvent.change(code, { target: { value: "123456" } });
  await waitFor(() => expect(address()).toBe("/profile"));
  const registered = seen.find(({ path }) => path.endsWith("/register"));
  expect(registered?.body).toEqual({
    data: {
      side: "account",
      phoneNumber: "79150000001",
      code: "123456",
      inn: "7707083893",
      lastName: "Ветрова",
      firstName: "Ольга",
      email: "olga@company.example",
      acceptTerms: true,
      acceptDataPolicy: true,
      utm: { utm_source: "mail" },
    },
  });
  expect(registered?.headers.get("idempotency-key")).toBeTruthy();
  expect(currentSession().status).toBe("signed-in");
  expect(Object.keys(sessionStorage)).toEqual([]);
  document.cookie = "utm_source=; path=/; max-age=0";
});

test("a company the register does not know is named by the person", async () => {
  const { seen } = consoleServer({
    [CONTEXT]: found(null),
    [SEND]: SENT,
    [REGISTER]: TOKENS,
    [ME]: { body: aPerson() },
  });
  await open("/registration-opf?side=account&form=COMPANY");
  type("ИНН", "7707083893");
  press("Найти по ИНН");
  fireEvent.click(await screen.findByRole("button", { name: "Ввести самому" }));
  press("Продолжить");
  expect((await screen.findByRole("alert")).textContent).toContain("Укажите название компании");
  type("Название компании", "ООО «Новички»");
  press("Продолжить");
  await screen.findByLabelText("Фамилия");
  fireEvent.change(await typePerson(), { target: { value: "123456" } });
  await waitFor(() =>
    expect(seen.find(({ path }) => path.endsWith("/register"))?.body).toMatchObject({
      data: { companyName: "ООО «Новички»" },
    }),
  );
});

test("an ИНН that cannot be right is not asked about, a known company is shown the way to sign in", async () => {
  const { seen } = consoleServer({
    [CONTEXT]: {
      status: 409,
      body: {
        message: "Компания с этим ИНН уже зарегистрирована",
        code: "conflict",
        requestId: "r",
      },
    },
  });
  await open("/registration-opf?side=account&form=COMPANY");
  type("ИНН", "7707083892");
  press("Найти по ИНН");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("ИНН")));
  expect(screen.getByLabelText("ИНН").getAttribute("aria-invalid")).toBe("true");
  expect(seen).toEqual([]);
  type("ИНН", "7707083893");
  expect(screen.getByLabelText("ИНН").getAttribute("aria-invalid")).toBe("false");
  press("Найти по ИНН");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("уже зарегистрирована");
  expect(within(alert).getByRole("link", { name: "Войти" }).getAttribute("href")).toBe(
    "/authorization",
  );
});

test("what the server refuses stands under its field, on its step, with everything typed", async () => {
  consoleServer({
    [CONTEXT]: found(COMPANY),
    [SEND]: SENT,
    [REGISTER]: {
      status: 422,
      body: {
        message: "Проверьте заполнение полей",
        errors: { "data.email": ["Неверный e-mail"] },
      },
    },
  });
  const { address } = await customerUpToPerson();
  fireEvent.change(await typePerson(), { target: { value: "123456" } });
  const email = await screen.findByLabelText<HTMLInputElement>("E-mail");
  await waitFor(() => expect(document.activeElement).toBe(email));
  expect(address()).toContain("step=person");
  expect([
    email.value,
    email.getAttribute("aria-invalid"),
    screen.getByRole("alert").textContent,
  ]).toEqual(["olga@company.example", "true", expect.stringContaining("E-mail: Неверный e-mail")]);
});

test("a phone that is registered already is shown the way to sign in, a wrong code stays under the code", async () => {
  const server = consoleServer({
    [CONTEXT]: found(COMPANY),
    [SEND]: SENT,
    [REGISTER]: {
      status: 422,
      body: { message: "x", errors: { "data.code": ["Код неверный. Осталось попыток: 4"] } },
    },
  });
  await customerUpToPerson();
  const code = await typePerson();
  fireEvent.change(code, { target: { value: "111111" } });
  await screen.findByText("Код неверный. Осталось попыток: 4");
  server.set(REGISTER, {
    status: 409,
    body: {
      message: "Этот номер уже зарегистрирован. Войдите по нему",
      code: "conflict",
      requestId: "r",
    },
  });
  fireEvent.change(code, { target: { value: "222222" } });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Этот номер уже зарегистрирован");
  expect(within(alert).getByRole("link", { name: "Войти" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Войти по этому номеру" })).toBeTruthy();
});

test("a reload keeps what was typed and the code on its way, never the code; a code on its way is not sent anew", async () => {
  const { seen } = consoleServer({ [CONTEXT]: found(COMPANY), [SEND]: SENT });
  const { unmount } = await customerUpToPerson();
  fireEvent.change(await typePerson(), { target: { value: "12345" } });
  unmount();
  expect(JSON.stringify(Object.values(sessionStorage))).not.toContain('12345"');
  const { address } = await open("/registration-opf?side=account&form=COMPANY&step=code");
  expect((await screen.findByLabelText<HTMLInputElement>("Код из СМС")).value).toBe("");
  press("Изменить данные или номер");
  expect((await screen.findByLabelText<HTMLInputElement>("Фамилия")).value).toBe("Ветрова");
  press("Получить код");
  await screen.findByLabelText("Код из СМС");
  expect(seen.filter(({ path }) => path.endsWith("/send-otp"))).toHaveLength(1);
  expect(address()).toContain("step=code");
});

test("a lost answer is asked for again as the same registration", async () => {
  const server = consoleServer({
    [CONTEXT]: found(COMPANY),
    [SEND]: SENT,
    [REGISTER]: { status: 503, body: { message: "x", code: "unavailable", requestId: "r" } },
    [ME]: { body: aPerson() },
  });
  const { address } = await customerUpToPerson();
  fireEvent.change(await typePerson(), { target: { value: "123456" } });
  await screen.findByRole("alert");
  server.set(REGISTER, TOKENS);
  // The button is enabled a moment after the refusal.
  await screen.findByRole("button", { name: "Зарегистрироваться" });
  press("Зарегистрироваться");
  await waitFor(() => expect(address()).toBe("/profile"));
  const keys = server.seen
    .filter(({ path }) => path.endsWith("/register"))
    .map(({ headers }) => headers.get("idempotency-key"));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test("a worker registers and goes on to the questionnaire when it is there", async () => {
  const { seen } = consoleServer({
    [SEND]: SENT,
    [REGISTER]: TOKENS,
    [ME]: { body: aPerson(null, { isWorkman: true }) },
  });
  keepReturnTo("/jobs/15");
  const { address } = await open("/registration-opf?side=workman&form=SMZ", [
    "/profile",
    "/profile/questionnaire",
  ]);
  expect(screen.getByLabelText<HTMLInputElement>("Телефон").value).toBe("+7 (");
  type("Телефон", "+7 915 000 00 02");
  type("Фамилия", "Орлов");
  type("Имя", "Денис");
  type("Гражданство", "uz");
  tick();
  press("Получить код");
  expect((await screen.findByRole("alert")).textContent).toContain(
    "по договору с физлицом платформа пока не платит",
  );
  type("Гражданство", "kz");
  press("Получить код");
  fireEvent.change(await screen.findByLabelText("Код из СМС"), { target: { value: "123456" } });
  await waitFor(() => expect(address()).toBe("/profile/questionnaire"));
  expect(seen.find(({ path }) => path.endsWith("/register"))?.body).toEqual({
    data: {
      side: "workman",
      phoneNumber: "79150000002",
      code: "123456",
      lastName: "Орлов",
      firstName: "Денис",
      taxPayerType: "SMZ",
      citizenshipID: "kz",
      acceptTerms: true,
      acceptDataPolicy: true,
    },
  });
  expect(jobThatBrought()).toBe("/jobs/15");
  sessionStorage.clear();
});

test("an invitation greets, fills in name and phone and goes with the registration", async () => {
  const { seen } = consoleServer({
    [INVITED]: { body: { firstName: "Лариса", phone: "79000000301" } },
    [SEND]: SENT,
    [REGISTER]: TOKENS,
    [ME]: { body: aPerson(null) },
  });
  const { address, head } = await open(`/workman-invite?wi=${JOB_INVITE}`);
  expect([head.isIndexed, head.status]).toEqual([false, 200]);
  screen.getByRole("heading", { level: 1, name: "Лариса, вас пригласили в задание" });
  expect([
    screen.getByLabelText<HTMLInputElement>("Телефон").value,
    screen.getByLabelText<HTMLInputElement>("Имя").value,
  ]).toEqual(["+7 (900) 000 03 01", "Лариса"]);
  type("Фамилия", "Новосёлова");
  tick();
  press("Получить код");
  fireEvent.change(await screen.findByLabelText("Код из СМС"), { target: { value: "123456" } });
  await waitFor(() => expect(address()).toBe("/profile"));
  expect(seen.find(({ path }) => path.endsWith("/register"))?.body).toMatchObject({
    data: {
      side: "workman",
      phoneNumber: "79000000301",
      workmanInviteID: JOB_INVITE,
      taxPayerType: "SMZ",
    },
  });
});

test("a user of a company who opens a worker's invitation reads what it is for, and may leave and register by it", async () => {
  consoleServer({
    [INVITED]: { body: { firstName: "Лариса", phone: "79000000301" } },
    "GET /console-config.json": { body: {} },
    "POST /open-api/v1/auth/logout": { body: {} },
  });
  resetSession(aPerson("OWNER"), "token");
  const load = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  await open(`/workman-invite?wi=${JOB_INVITE}`);
  expect(screen.getByText(/регистрируется новый исполнитель/).textContent).toContain(
    "с номером +7 (900) *** ** 01",
  );
  screen.getByText(/Вы вошли как пользователь компании/);
  expect(
    screen.getByRole("link", { name: "Остаться в личном кабинете" }).getAttribute("href"),
  ).toBe("/profile");
  press("Выйти и зарегистрироваться");
  await waitFor(() => expect(load).toHaveBeenCalledWith(`/workman-invite?wi=${JOB_INVITE}`));
  expect(currentSession().status).toBe("guest");
  load.mockRestore();
});

test("no code goes to a number the invitation was not sent to", async () => {
  const { seen } = consoleServer({
    [INVITED]: { body: { firstName: "Лариса", phone: "79000000301" } },
    [SEND]: SENT,
  });
  await open(`/workman-invite?wi=${JOB_INVITE}`);
  type("Телефон", "+7 915 000 00 02");
  type("Фамилия", "Новосёлова");
  tick();
  press("Получить код");
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Приглашение отправлено на другой номер",
  );
  expect(seen.some(({ path }) => path.endsWith("/send-otp"))).toBe(false);
});

test("an entrepreneur's ИНН in the form of a company points to his own form", async () => {
  consoleServer({});
  await open("/registration-opf?side=account&form=COMPANY");
  type("ИНН", "500100732259");
  expect(screen.getByRole("link", { name: "Зарегистрировать ИП" }).getAttribute("href")).toBe(
    "/registration-opf?side=account&form=ENTREPRENEUR",
  );
  press("Найти по ИНН");
  expect((await screen.findByRole("alert")).textContent).toContain("Это ИНН предпринимателя");
});

test("what a registry has prepared is not typed anew", async () => {
  const { seen } = consoleServer({
    [BY_REGISTRY]: { body: { firstName: "Тимофей", phone: "79000000304" } },
    [SEND]: SENT,
    [REGISTER]: TOKENS,
    [ME]: { body: aPerson(null) },
  });
  await open(`/workman-registry-registration?wr=${REGISTRY}`);
  expect([screen.queryByLabelText("Фамилия"), screen.queryByLabelText("Гражданство")]).toEqual([
    null,
    null,
  ]);
  tick();
  press("Получить код");
  fireEvent.change(await screen.findByLabelText("Код из СМС"), { target: { value: "123456" } });
  await waitFor(() => expect(seen.some(({ path }) => path.endsWith("/register"))).toBe(true));
  expect(seen.find(({ path }) => path.endsWith("/register"))?.body).toEqual({
    data: {
      side: "workman",
      phoneNumber: "79000000304",
      code: "123456",
      firstName: "Тимофей",
      workmanRegistrationID: REGISTRY,
      acceptTerms: true,
      acceptDataPolicy: true,
    },
  });
});

const CREATE = "POST /client-api/workman/create-from-registry";
const ADDRESS = `/workman-registry-registration?wr=${REGISTRY}`;
const PREPARED = {
  companyTitle: "Волжский клининг", lastName: "Смирнов", firstName: "Тимофей", middleName: null, taxpayerType: { id: "SMZ", title: "Самозанятый" }, citizenship: { id: "ru", title: "Россия" },
  inn: "500100732259", birthDate: "1990-05-17", email: null,
}; // prettier-ignore
const invitedByRegistry = (prepared: object | null) => ({
  body: { firstName: "Тимофей", phone: "79000000304", prepared },
});
/** Facts and consents prepared by a registry. */
const factsShown = () => screen.findByText("17.05.1990");

test("a company's user sees what a registry has prepared, agrees and becomes a worker", async () => {
  resetSession(aPerson("ACCOUNTANT", { phone: "79000000304" }), "token");
  const { seen } = consoleServer({
    [BY_REGISTRY]: invitedByRegistry(PREPARED),
    [CREATE]: { body: {} },
    [ME]: { body: aPerson("ACCOUNTANT", { isWorkman: true }) },
  });
  keepEntryParameters(`?wr=${REGISTRY}`);
  const { address } = await open(ADDRESS);
  await factsShown();
  for (const fact of [/Волжский клининг/, "Смирнов Тимофей", "500100732259", "Россия"])
    screen.getByText(fact);
  press("Стать исполнителем");
  await waitFor(() =>
    expect(screen.getAllByText("Без этого согласия зарегистрировать вас нельзя")).toHaveLength(2),
  );
  tick();
  press("Стать исполнителем");
  await waitFor(() => expect(address()).toBe("/profile/questionnaire"));
  expect(seen.find(({ path }) => path.endsWith("/create-from-registry"))?.body).toEqual({
    workmanRegistrationID: REGISTRY,
    acceptTerms: true,
    acceptDataPolicy: true,
  });
  expect(sessionStorage.getItem("entryInvitation")).toBeNull();
});

test("what the server says against it stands in the form, and nothing is taken", async () => {
  resetSession(aPerson("ACCOUNTANT", { phone: "79000000304" }), "token");
  consoleServer({
    [BY_REGISTRY]: invitedByRegistry(PREPARED),
    [CREATE]: {
      status: 409,
      body: {
        message: "Заказчик отменил приглашение. Вы можете зарегистрироваться без него",
        code: "conflict",
        requestId: "r",
        reason: "canceled",
      },
    },
  });
  const { address } = await open(ADDRESS);
  await factsShown();
  tick();
  press("Стать исполнителем");
  expect((await screen.findByRole("alert")).textContent).toContain("Заказчик отменил приглашение");
  expect(address()).toBe(ADDRESS);
});

test("whoever is a worker already, or signed in by another phone, is told where to go instead", async () => {
  resetSession(aPerson(null, { isWorkman: true }), "token");
  consoleServer({ [BY_REGISTRY]: invitedByRegistry(null) });
  const { unmount } = await open(ADDRESS);
  await screen.findByText("Вы уже зарегистрированы как исполнитель");
  expect(screen.getByRole("link", { name: "личном кабинете" }).getAttribute("href")).toBe(
    "/profile",
  );
  unmount();
  resetSession(aPerson("ACCOUNTANT"), "token");
  await open(ADDRESS);
  await screen.findByText("Приглашение отправлено на другой номер: +7 (900) *** ** 04");
  expect(screen.queryByRole("button", { name: "Стать исполнителем" })).toBeNull();
});

test.each([
  [
    "canceled",
    { status: 409, body: { message: "x", code: "conflict", requestId: "r", reason: "canceled" } },
    410,
    "Заказчик отменил приглашение",
  ],
  [
    "asked for too often",
    { status: 429, body: { message: "x", code: "too_many_requests", requestId: "r" } },
    429,
    "Слишком много попыток",
  ],
])("an invitation that is %s says so and offers ways on", async (_, answer, status, title) => {
  consoleServer({ [INVITED]: answer });
  const { head } = await open(`/workman-invite?wi=${JOB_INVITE}`);
  expect([head.status, head.title, screen.getByRole("heading", { level: 1 }).textContent]).toEqual([
    status,
    title,
    title,
  ]);
  expect(
    screen
      .getAllByRole("link")
      .map((link) => link.getAttribute("href"))
      .sort(),
  ).toEqual(["/authorization", "/contacts", "/registration-opf?side=workman"]);
});

test("whoever came by an invitation and chose another way in still has it, and may leave it", async () => {
  consoleServer({ [INVITED]: { body: { firstName: "Лариса", phone: "79000000301" } } });
  keepEntryParameters(`?wi=${JOB_INVITE}`);
  await open("/registration-opf?side=workman&form=SMZ");
  await screen.findByText(/по приглашению заказчика/);
  expect(screen.getByLabelText<HTMLInputElement>("Телефон").value).toBe("+7 (900) 000 03 01");
  press("Без приглашения");
  expect(screen.getByLabelText<HTMLInputElement>("Телефон").value).toBe("+7 (");
  expect(sessionStorage.getItem("entryInvitation")).toBeNull();
});

test("who is signed in has no need of the ways in", async () => {
  resetSession(aPerson(), "token");
  const { address } = await open("/registration");
  await waitFor(() => expect(address()).toBe("/app/profile/summary"));
});
