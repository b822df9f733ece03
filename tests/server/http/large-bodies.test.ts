import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { addressOf, isMultipart, JSON_BODY_BYTES } from "#contract/kernel/define-endpoints.ts";
import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import {
  MAX_REGISTRY_ROWS,
  REGISTRY_FILE_MESSAGES,
} from "#contract/registries/registry-columns.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { PayrollDesk } from "#tests/support/payroll-desk.ts";

const PASTE = "/open-api/v1/payroll-registries/paste";
const PARAMS = { id: "1", key: "list", step: "1", readingID: "0".repeat(32) };
const MIB = 1024 * 1024;

let product: DemoApp;
let origin: URL;
beforeAll(async () => {
  product = await buildDemoApp();
  origin = new URL(await product.http.listen({ host: "127.0.0.1", port: 0 }));
});
afterAll(() => product.close());

/**
 * Announces `bytes` and sends only the beginning: an answer proves that the server did not wait for
 * the rest.
 */
function answerToBeginning(
  method: string,
  path: string,
  headers: Record<string, string>,
  bytes: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({
      host: origin.hostname,
      port: origin.port,
      method,
      path,
      headers: { "content-type": "application/json", "content-length": bytes, ...headers },
    });
    sent.setTimeout(60_000, () => reject(new Error(`${method} ${path} waits for the body`)));
    sent.on("response", (response) => {
      resolve(response.statusCode ?? 0);
      sent.destroy();
    });
    sent.on("error", reject);
    sent.write('{"text":[');
  });
}

const writing = ALL_ENDPOINTS.filter((one) => one.method !== "GET");

describe("a body is not read before it is known who sends it", () => {
  test("a guest's is refused at once, at every call that is not for guests", async () => {
    const closed = writing.filter((one) => one.access !== "public");
    const waiting: string[] = [];
    for (const endpoint of closed) {
      const status = await answerToBeginning(
        endpoint.method,
        addressOf(endpoint, PARAMS),
        {},
        30_000,
      ).catch(() => 0);
      if (status !== 401) waiting.push(`${endpoint.id}: ${status}`);
    }
    expect(waiting).toEqual([]);
  });

  test("somebody's without the right is refused at once", async () => {
    const { authorization } = await product.signIn(CAST.viewer);
    expect(await answerToBeginning("POST", PASTE, { authorization }, 30_000)).toBe(403);
  });

  test("a forged token reads nothing either", async () => {
    expect(await answerToBeginning("POST", PASTE, { authorization: "Bearer a.b.c" }, 30_000)).toBe(
      401,
    );
  });
});

describe("a large JSON body", () => {
  test("is refused by its declared length wherever the call does not name a larger one", async () => {
    const { authorization } = await product.signIn(CAST.owner);
    const small = writing.filter((one) => one.maxBodyBytes === undefined && !isMultipart(one.body));
    const read: string[] = [];
    for (const endpoint of small) {
      // Owners have no access to workers' calls.
      const status = await answerToBeginning(
        endpoint.method,
        addressOf(endpoint, PARAMS),
        { authorization },
        JSON_BODY_BYTES + 1,
      ).catch(() => 0);
      if (status !== 413 && status !== 403) read.push(`${endpoint.id}: ${status}`);
    }
    expect(read).toEqual([]);
    expect(await answerToBeginning("POST", "/sandbox/api/clock", {}, JSON_BODY_BYTES + 1)).toBe(
      413,
    );
    expect(await answerToBeginning("POST", "/no/such/page", {}, JSON_BODY_BYTES + 1)).toBe(413);
  });

  test("says so in words that fit", async () => {
    const { status, body } = await product.call(CAST.owner, "POST", "/open-api/v1/projects", {
      title: "x".repeat(JSON_BODY_BYTES),
    });
    expect({ status, body }).toMatchObject({
      status: 413,
      body: {
        code: "too_large",
        message: "Слишком много данных в одном запросе. Отправьте их по частям",
      },
    });
  });

  test.each([false, true])(
    "of pasted rows is not taken as JSON, signed in: %s",
    async (isSignedIn) => {
      const payload = `{"text":[${"[],".repeat(MIB)}[]]}`;
      const headers = {
        "content-type": "application/json",
        ...(isSignedIn ? await product.signIn(CAST.owner) : {}),
      };
      const { statusCode } = await product.http.inject({
        method: "POST",
        url: PASTE,
        headers,
        payload,
      });
      expect(statusCode).toBe(isSignedIn ? 413 : 401);
    },
  );
});

describe("pasted rows", () => {
  const desk = () => new PayrollDesk(product, CAST.financeManager);
  const line = "500100732259\t200\n";
  const HEADER = PAYROLL_COLUMNS.map(({ title }) => title).join("\t");
  const row = "A-1\t500100732259\t\t0301\tДоставка заказов\t01.03.2026\t05.03.2026\t\t200\n";

  test("of many megabytes are taken as they come", async () => {
    const answer = await desk().paste(
      "/payroll-registries/paste",
      `${HEADER}\n${row.repeat(99_000)}`,
    );
    expect(answer.statusCode).toBe(200);
    const { id } = answer.json<{ id: number }>();
    expect(await desk().registry(id)).toMatchObject({ state: { id: "UPLOADED" } });
    // Its check would outlast the test.
    expect(
      (
        await desk().call("POST", `/payroll-registries/${id}/cancel`, {
          version: 1,
          stateID: "UPLOADED",
        })
      ).statusCode,
    ).toBe(200);
  });

  test.each([
    ["nothing", "", "Нет строк для вставки"],
    ["a NUL", `${line}\0`, "Недопустимые символы"],
    ["bytes that are no UTF-8", Buffer.from([0x31, 0xff, 0xfe, 0x0a]), "Недопустимые символы"],
    [
      "a letter cut in two at the end",
      Buffer.from("500100732259\t200\tЯ").subarray(0, -1),
      "Недопустимые символы",
    ],
  ])("with %s are refused", async (_what, text, message) => {
    const answer = await desk().paste("/payroll-registries/paste", text);
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      expect.objectContaining({ errors: { text: [message] } }),
    ]);
  });

  test("of more rows than a registry holds are refused when they are too many, not when all are read", async () => {
    const { id } = (await desk().paste("/payroll-registries/paste", `${line}${line}`)).json<{
      id: number;
    }>();
    await product.runTasksUntilIdle();
    const answer = await desk().paste(
      `/payroll-registries/${id}/rows`,
      "1\n".repeat(MAX_REGISTRY_ROWS * 20),
    );
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      expect.objectContaining({ errors: { text: [REGISTRY_FILE_MESSAGES.tooManyRows] } }),
    ]);
  });
});
