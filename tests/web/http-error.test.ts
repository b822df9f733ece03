import { beforeEach, expect, test } from "vitest";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { noticeEndpoints } from "#contract/notices/notice-endpoints.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { resetHttpClients } from "#console/calls/http-client.ts";
import {
  asHttpError,
  isAboutRecord,
  toHttpError,
  type ConsoleHttpError,
} from "#web/wire/http-error.ts";
import { downloadEndpoint, requestEndpoint } from "#console/calls/request-endpoint.ts";
import { currentSession, resetSession } from "#web/session/session.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";

const LIST = "GET /open-api/v1/notifications";
const said = (message: string) => ({ message, code: "conflict", requestId: "r-1" });

beforeEach(() => {
  resetHttpClients();
  resetSession(aPerson(), "token");
  sessionStorage.clear();
});

async function failureOf(status: number, body: unknown): Promise<ConsoleHttpError> {
  consoleServer({
    [LIST]: { status, body },
    "POST /open-api/v1/auth/refresh-jwt": { status: 401, body: said("Войдите, чтобы продолжить") },
  });
  return requestEndpoint(noticeEndpoints.list).then(
    () => Promise.reject(new Error("the call must fail")),
    (error: unknown) => asHttpError(error),
  );
}

test.each([
  [401, said("Войдите, чтобы продолжить"), "Войдите, чтобы продолжить"],
  [403, said("Что угодно"), "Недостаточно прав для выполнения этой операции"],
  [404, said("Реестр не найден"), "Реестр не найден"],
  [405, said("Method Not Allowed"), "Внутренняя ошибка сервиса"],
  [409, said("Реестр уже запущен"), "Реестр уже запущен"],
  [
    413,
    said("Файл слишком большой. Допустимо не более 50 МБ"),
    "Файл слишком большой. Допустимо не более 50 МБ",
  ],
  [429, {}, "Слишком много запросов. Повторите позже"],
  [500, {}, "Произошла ошибка на сервере"],
  [502, "<html>Bad Gateway</html>", "Произошла ошибка на сервере"],
])("a %i shows the text of the error catalogue", async (status, body, text) => {
  const error = await failureOf(status, body);
  expect(error.message).toBe(text);
  expect(error.statusCode).toBe(status);
});

test("a failure of the server shows the number of the request on a line of its own", async () => {
  const error = await failureOf(500, {
    message: "Произошла ошибка на сервере",
    code: "internal",
    requestId: "req-42",
  });
  expect(error.message.split("\n")).toEqual([
    "Произошла ошибка на сервере",
    "Номер запроса: req-42",
  ]);
});

test("a stored message of a failing server is shown instead of the general one", async () => {
  const error = await failureOf(503, {
    message: "Банк сейчас не отвечает. Попробуйте через несколько минут",
    code: "unavailable",
    requestId: "q",
  });
  expect(error.message).toContain("Банк сейчас не отвечает");
});

test("a 422 keeps dotted names, flattens nested ones and drops what is no text", async () => {
  const error = await failureOf(422, {
    message: "Проверьте заполнение полей",
    errors: {
      title: "Укажите название",
      "worker.inn": ["Неверный ИНН", "Не найден"],
      rows: { 0: { amount: ["Укажите сумму"] } },
      broken: null,
    },
  });
  expect(error.errors).toEqual({
    title: ["Укажите название"],
    "worker.inn": ["Неверный ИНН", "Не найден"],
    "rows.0.amount": ["Укажите сумму"],
  });
});

test("an error inside a blob is read like any other", async () => {
  consoleServer({ [LIST]: { status: 409, body: said("Файл ещё готовится") } });
  await expect(downloadEndpoint(noticeEndpoints.list)).rejects.toMatchObject({
    statusCode: 409,
    message: "Файл ещё готовится",
  });
});

test("no answer at all is said as a lost connection and is no code of HTTP", () => {
  expect(toHttpError(0, null)).toMatchObject({
    statusCode: 0,
    code: "network",
    message: "Нет связи с сервером. Проверьте интернет и повторите",
  });
});

test("a 401 while signed in ends the session and remembers the page", async () => {
  await failureOf(401, said("Войдите, чтобы продолжить"));
  expect(currentSession()).toMatchObject({ status: "guest", ended: { phone: "79000000001" } });
});

test("a refused token is refreshed once for all calls that met it, and they are repeated", async () => {
  const { seen } = consoleServer({
    [LIST]: ({ headers }) =>
      headers.get("authorization") === "Bearer fresh"
        ? { body: { items: [], meta: {} } }
        : { status: 401, body: said("x") },
    "POST /open-api/v1/auth/refresh-jwt": { body: { accessToken: "fresh", refreshToken: "" } },
  });
  await Promise.all([
    requestEndpoint(noticeEndpoints.list),
    requestEndpoint(noticeEndpoints.list),
    requestEndpoint(noticeEndpoints.list),
  ]);
  expect(seen.filter(({ path }) => path.endsWith("/refresh-jwt"))).toHaveLength(1);
  expect(currentSession().status).toBe("signed-in");
});

test("what is public is read as a guest when a refused token cannot be refreshed, by either kind of call", async () => {
  for (const read of [
    () => requestEndpoint(jobEndpoints.list),
    () => callEndpoint(jobEndpoints.list),
  ]) {
    resetSession(aPerson(), "token");
    consoleServer({
      "GET /client-api/job/list": ({ headers }) =>
        headers.has("authorization")
          ? { status: 401, body: said("Войдите, чтобы продолжить") }
          : { body: { items: [], meta: {} } },
      "POST /open-api/v1/auth/refresh-jwt": {
        status: 401,
        body: said("Войдите, чтобы продолжить"),
      },
    });
    expect(await read()).toMatchObject({ items: [] });
    expect(currentSession().status).toBe("guest");
  }
});

test("standard members of an error are no details of ours", async () => {
  const error = await failureOf(409, {
    ...said("Недостаточно средств на балансе"),
    needed: 120,
    details: { needed: 120 },
    type: "about:blank",
    title: "Conflict",
    status: 409,
    detail: "Недостаточно средств на балансе",
    instance: "/open-api/v1/notifications",
  });
  expect(error.details).toEqual({ needed: 120 });
});

test.each([
  [404, "not_found", true],
  [409, "changed", true],
  [409, "otp_required", false],
  [422, "invalid", false],
  [500, "internal", false],
])("a %i %s makes the shown record stale: %s", (status, code, isStale) => {
  expect(isAboutRecord(toHttpError(status, { message: "Нет", code, requestId: "r" }))).toBe(
    isStale,
  );
});
