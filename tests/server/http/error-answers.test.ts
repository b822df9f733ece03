import { connect } from "node:net";
import fastify from "fastify";
import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { addressOf } from "#contract/kernel/define-endpoints.ts";
import { InvalidProblem, Problem } from "#contract/kernel/problem.ts";
import { setErrorAnswers } from "#server/http/error-answers.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

const PARAMS = { id: "168", key: "list", step: "1", readingID: "0".repeat(32) };
const isProblem = Compile(Problem);
const isInvalid = Compile(InvalidProblem);

let product: DemoApp;
let port = 0;
beforeAll(async () => {
  product = await buildDemoApp();
  port = Number(new URL(await product.http.listen({ host: "127.0.0.1", port: 0 })).port);
});
afterAll(() => product.close());

/** Deviations of an error answer from the contract and RFC 9457. */
function faultsOf(
  status: number,
  headers: Record<string, unknown>,
  body: Record<string, unknown>,
): string[] {
  const schema = status === 422 ? isInvalid : isProblem;
  return [
    ...[...schema.Errors(body)].map(({ instancePath, message }) => `${instancePath} ${message}`),
    ...(headers["x-request-id"] === body["requestId"] ? [] : ["x-request-id"]),
    ...(body["status"] === status ? [] : ["status"]),
    ...(body["detail"] === body["message"] ? [] : ["detail"]),
    ...(String(headers["content-type"]).startsWith("application/json") ? [] : ["content-type"]),
  ];
}

/** Sends bytes that need not be HTTP. */
function raw(
  text: string,
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (piece) => (answer += piece.toString()));
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", body = ""] = answer.split("\r\n\r\n");
      const [first = "", ...lines] = head.split("\r\n");
      resolve({
        status: Number(first.split(" ")[1]),
        headers: Object.fromEntries(
          lines.map((line) => [line.split(":")[0]?.toLowerCase(), line.split(": ")[1]]),
        ) as Record<string, string>,
        body,
      });
    });
  });
}

describe("one writer answers every error", () => {
  test.each([
    ["a guest", null, "GET", "/open-api/v1/payouts", 401],
    ["whoever may not", CAST.viewer, "GET", "/open-api/v1/account/webhooks", 403],
    ["nothing there", CAST.owner, "GET", "/open-api/v1/payouts/99999999", 404],
    ["no such call", CAST.owner, "GET", "/open-api/v1/none", 404],
    ["a page of nothing", null, "POST", "/none", 404],
    ["another method", CAST.owner, "DELETE", "/open-api/v1/payouts/168", 405],
    ["fields", CAST.owner, "GET", "/open-api/v1/payouts?perPage=x", 422],
    ["another media type", CAST.owner, "POST", "/open-api/v1/payroll-registries", 415],
  ] as const)("%s", async (_what, phone, method, url, status) => {
    const answer = await product.call(
      phone,
      method,
      url,
      method === "POST" ? { some: "thing" } : undefined,
    );
    expect([answer.status, faultsOf(answer.status, answer.headers, answer.body)]).toEqual([
      status,
      [],
    ]);
  });

  test("details stand beside the others and together", async () => {
    const ask = () =>
      product.call(null, "POST", "/open-api/v1/auth/send-otp", {
        phoneNumber: "79161112288",
        exists: false,
      });
    await ask();
    const { status, headers, body } = await ask();
    expect([status, faultsOf(status, headers, body)]).toEqual([429, []]);
    expect(body["details"]).toEqual({ retryAfterSeconds: body["retryAfterSeconds"] });
  });

  test("a guest is told how to sign in, a wrong token that it is wrong", async () => {
    const ask = (headers: Record<string, string>) =>
      product.call(null, "GET", "/open-api/v1/payouts", undefined, headers);
    expect((await ask({})).headers["www-authenticate"]).toBe("Bearer");
    expect((await ask({ authorization: "Bearer sk_wrong" })).headers["www-authenticate"]).toBe(
      'Bearer error="invalid_token"',
    );
  });

  test("what is no request, and headers without end", async () => {
    for (const [text, status] of [
      ["slova\r\n\r\n", 400],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(40_000)}\r\n\r\n`, 431],
    ] as const) {
      const answer = await raw(text);
      expect([
        answer.status,
        faultsOf(status, answer.headers, JSON.parse(answer.body) as Record<string, unknown>),
      ]).toEqual([status, []]);
    }
  });

  test("every answer has its number", async () => {
    for (const url of ["/health/live", "/open-api/v1/none", "/client-api/city/list", "/none"])
      expect([url, (await product.call(null, "GET", url)).headers["x-request-id"]]).toEqual([
        url,
        expect.stringMatching(/^[A-Z0-9]{6,}$/),
      ]);
  });
});

describe("every path says which methods it has", () => {
  const methodsOf = new Map<string, Set<string>>();
  for (const endpoint of ALL_ENDPOINTS) {
    const path = addressOf(endpoint, PARAMS);
    methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(endpoint.method));
  }

  test("405 with Allow to another, those with parameters too; 204 to OPTIONS", async () => {
    const faults: string[] = [];
    for (const [url, methods] of methodsOf) {
      for (const [method, status] of [
        ["PATCH", 405],
        ["OPTIONS", 204],
      ] as const) {
        const { statusCode, headers } = await product.http.inject({ method, url });
        const allow = String(headers["allow"]).split(", ");
        if (statusCode !== status || [...methods].some((one) => !allow.includes(one)))
          faults.push(`${method} ${url}: ${statusCode} ${String(headers["allow"])}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test("HEAD is GET without a body", async () => {
    const headers = await product.signIn(CAST.owner);
    for (const url of [
      "/open-api/v1/payouts?perPage=1",
      "/health/ready",
      "/open-api/openapi.json",
    ]) {
      const [head, get] = await Promise.all([
        product.http.inject({ method: "HEAD", url, headers }),
        product.http.inject({ method: "GET", url, headers }),
      ]);
      expect([url, head.statusCode, head.body]).toEqual([url, get.statusCode, ""]);
    }
    const refused = await product.http.inject({ method: "HEAD", url: "/open-api/v1/payouts" });
    expect(refused.statusCode).toBe(401);
  });
});

test.each(["ENOSPC", "EDQUOT", "53100"])(
  "a full disk (%s) is 503 with what to do",
  async (code) => {
    const http = fastify();
    setErrorAnswers(http);
    http.get("/", () => Promise.reject(Object.assign(new Error("no space left"), { code })));
    const answer = await http.inject("/");
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, "unavailable"]);
    expect(answer.json<{ message: string }>().message).toMatch(/закончилось место.*Повторите/);
    await http.close();
  },
);
