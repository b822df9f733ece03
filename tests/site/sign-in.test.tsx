import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import SignInPage from "#site/auth/sign-in-page.tsx";
import { currentSession, keepReturnTo, resetSession } from "#web/session/session.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const SENT = {
  body: { expiresInSeconds: 300, retryAfterSeconds: 60, phoneMasked: "+7 (9**) ***-**-01" },
};
const SEND = "POST /open-api/v1/auth/send-otp";
const LOGIN = "POST /open-api/v1/auth/login";
const ME = "GET /client-api/user/my-info";

beforeEach(() => resetSession());

async function askForCode() {
  fireEvent.change(screen.getByLabelText("Телефон"), { target: { value: "8 (900) 000-00-01" } });
  fireEvent.click(screen.getByRole("button", { name: "Получить код" }));
  return screen.findByLabelText<HTMLInputElement>("Код из СМС");
}

test("a pasted phone and the code from the SMS sign the person in and lead where they were going", async () => {
  const { seen } = consoleServer({
    [SEND]: SENT,
    [LOGIN]: { body: { accessToken: "t", refreshToken: "r" } },
    [ME]: { body: aPerson() },
  });
  keepReturnTo("/profile/payroll-registry/15?currentPage=2");
  const { address } = renderConsole(<SignInPage />, { address: "/authorization" });
  const code = await askForCode();
  expect(seen[0]?.body).toEqual({ phoneNumber: "79000000001", exists: true });
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect(code.getAttribute("autocomplete")).toBe("one-time-code");
  fireEvent.change(code, { target: { value: "123 456" } });
  await waitFor(() => expect(address()).toBe("/profile/payroll-registry/15?currentPage=2"));
  expect(seen.find(({ path }) => path.endsWith("/login"))?.body).toEqual({
    phoneNumber: "79000000001",
    code: "123456",
  });
  expect(currentSession().me?.name).toBe("Анна Петрова");
});

test.each([
  ["a company's user", aPerson("FINANCE_MANAGER"), "/app/profile/summary"],
  ["a worker", aPerson(null, { isWorkman: true }), "/profile"],
])("%s who was going nowhere begins at home", async (_, me, home) => {
  consoleServer({
    [SEND]: SENT,
    [LOGIN]: { body: { accessToken: "t", refreshToken: "r" } },
    [ME]: { body: me },
  });
  const { address } = renderConsole(<SignInPage />, { address: "/authorization" });
  fireEvent.change(await askForCode(), { target: { value: "123456" } });
  await waitFor(() => expect(address()).toBe(home));
});

test("a half-typed phone is refused before anything is sent", async () => {
  const { seen } = consoleServer({});
  renderConsole(<SignInPage />, { address: "/authorization" });
  fireEvent.change(screen.getByLabelText("Телефон"), { target: { value: "900" } });
  fireEvent.click(screen.getByRole("button", { name: "Получить код" }));
  await screen.findByText("Укажите номер мобильного телефона: +7 и десять цифр");
  expect(screen.getByLabelText("Телефон").getAttribute("aria-invalid")).toBe("true");
  expect(seen).toEqual([]);
});

test("a wrong code is said under the field, and the next whole one is sent by itself; a refused one is not sent again", async () => {
  const { seen } = consoleServer({
    [SEND]: SENT,
    [LOGIN]: {
      status: 422,
      body: { message: "x", errors: { code: ["Неверный код. Осталось 4 попытки"] } },
    },
  });
  renderConsole(<SignInPage />, { address: "/authorization" });
  const code = await askForCode();
  fireEvent.change(code, { target: { value: "111111" } });
  await screen.findByText("Неверный код. Осталось 4 попытки");
  fireEvent.change(code, { target: { value: "22222" } });
  expect(seen.filter(({ path }) => path.endsWith("/login"))).toHaveLength(1);
  fireEvent.change(code, { target: { value: "222222" } });
  await waitFor(() => expect(seen.filter(({ path }) => path.endsWith("/login"))).toHaveLength(2));
  await screen.findByRole("button", { name: "Войти" });
  fireEvent.change(code, { target: { value: "22222" } });
  fireEvent.change(code, { target: { value: "222222" } });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(seen.filter(({ path }) => path.endsWith("/login"))).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Войти" }));
  await screen.findByText("Этот код не подошёл. Исправьте его или запросите новый");
  expect(seen.filter(({ path }) => path.endsWith("/login"))).toHaveLength(2);
});

test("a code whose call was not heard is sent again by the button", async () => {
  const { seen, set } = consoleServer({
    [SEND]: SENT,
    [LOGIN]: { status: 500, body: { message: "Произошла ошибка на сервере", code: "internal" } },
  });
  renderConsole(<SignInPage />, { address: "/authorization" });
  fireEvent.change(await askForCode(), { target: { value: "111111" } });
  await screen.findByText("Произошла ошибка на сервере");
  set(LOGIN, { status: 422, body: { message: "x", errors: { code: ["Неверный код"] } } });
  fireEvent.click(screen.getByRole("button", { name: "Войти" }));
  await screen.findByText("Неверный код");
  expect(seen.filter(({ path }) => path.endsWith("/login"))).toHaveLength(2);
});

test("another code may be asked for only after the wait", async () => {
  consoleServer({ [SEND]: SENT });
  renderConsole(<SignInPage />, { address: "/authorization" });
  await askForCode();
  expect(
    screen.getByRole<HTMLButtonElement>("button", { name: "Отправить код ещё раз через 60 с" })
      .disabled,
  ).toBe(true);
});

test("a limit of codes is said in the server's words", async () => {
  consoleServer({
    [SEND]: {
      status: 429,
      body: {
        message: "Код уже отправлен. Повторите через 40 с",
        code: "too_many_requests",
        requestId: "r",
      },
    },
  });
  renderConsole(<SignInPage />, { address: "/authorization" });
  fireEvent.change(screen.getByLabelText("Телефон"), { target: { value: "9000000001" } });
  fireEvent.click(screen.getByRole("button", { name: "Получить код" }));
  await screen.findByText("Код уже отправлен. Повторите через 40 с");
});

test("an address of another site is never returned to", () => {
  for (const address of [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
  ])
    keepReturnTo(address);
  expect(sessionStorage.getItem("returnTo")).toBeNull();
});
