import { createHmac } from "node:crypto";
import { Compile } from "typebox/compile";
import type { TSchema } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import { httpWebhookReceiver } from "#server/integrations/webhook-receiver/http.ts";
import { codeOn, userIdOf } from "#tests/support/codes.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { webhookEar } from "#tests/support/webhook-ear.ts";

/** An integrator has the documents, a key and his own server, none of our sources. */
interface Operation {
  readonly security: readonly object[];
  readonly parameters: readonly { name: string; in: string; required: boolean }[];
  readonly responses: Readonly<
    Record<string, { content: Record<string, { schema: { $ref?: string } }> }>
  >;
}
interface Document {
  readonly servers: readonly { url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, TSchema>> };
}

const BASES = ["open-api", "client-api", "edoc-api"] as const;
const ROWS = 20;

let demo: DemoApp;
let ear: Awaited<ReturnType<typeof webhookEar>>;
let key: { authorization: string };
beforeAll(async () => {
  demo = await buildDemoApp({
    webhookReceiver: httpWebhookReceiver({ reachesLoopback: true }),
  });
  ear = await webhookEar(demo);
  const { body } = await demo.call(CAST.owner, "POST", "/open-api/v1/account/api-keys", {
    title: "Клиент по описанию",
    roleID: "FINANCE_MANAGER",
    codeUserID: await userIdOf(demo, CAST.financeManager),
  });
  key = { authorization: `Bearer ${String(body["secret"])}` };
});
afterAll(async () => {
  ear.close();
  await demo.close();
});

const documentOf = async (base: string) =>
  (await demo.http.inject(`/${base}/openapi.json`)).json<Document>();

/** Calls whose answer differs from its document. */
async function faultsOf(base: string): Promise<string[]> {
  const document = await documentOf(base);
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [name, Compile(schema)]),
  );
  const faults: string[] = [];
  for (const [path, operations] of Object.entries(document.paths)) {
    const url = `${document.servers[0]?.url}${path}`.replace(/\{\w+\}/g, "999999");
    for (const [verb, operation] of Object.entries(operations)) {
      const method = verb.toUpperCase() as "GET";
      const tries = [
        // A typo: refused before anything happens.
        {
          what: "a mistake",
          url: `${url}?perpagee=1`,
          headers: key,
          statuses: [403, 404, 415, 422],
        },
        ...(operation.security.length > 0
          ? [{ what: "no key", url, headers: {}, statuses: [401] }]
          : []),
      ];
      for (const { what, statuses, ...call } of tries) {
        const answer = await demo.http.inject({ method, ...call });
        const declared = operation.responses[answer.statusCode] ?? operation.responses["default"];
        const name = declared?.content["application/json"]?.schema.$ref?.split("/").at(-1) ?? "";
        const errors = schemas[name]?.Errors(answer.json()) ?? [{ message: "no schema" }];
        for (const { message } of errors)
          faults.push(`${method} ${url}, ${what}: ${answer.statusCode} ${message}`);
        if (!statuses.includes(answer.statusCode))
          faults.push(`${method} ${url}, ${what}: ${answer.statusCode}`);
        if (answer.statusCode === 422 && operation.parameters.length > 0) {
          const { errors: fields } = answer.json<{ errors: Record<string, string[]> }>();
          if (Object.keys(fields).length === 0) faults.push(`${method} ${url}: 422 names no field`);
        }
      }
    }
    const other = await demo.http.inject({ method: "PATCH", url, headers: key });
    if (
      other.statusCode !== 405 ||
      Object.keys(operations).some(
        (verb) => !String(other.headers["allow"]).includes(verb.toUpperCase()),
      ) ||
      !schemas["Problem"]?.Check(other.json())
    )
      faults.push(`PATCH ${url}: ${other.statusCode} ${String(other.headers["allow"])}`);
  }
  return faults;
}

test.each(BASES)("refusals of %s are what its document says", async (base) => {
  expect(await faultsOf(base)).toEqual([]);
});

test("what cannot be read and what is not there are of the declared shape too", async () => {
  const { components } = await documentOf("open-api");
  const isProblem = Compile(components.schemas["Problem"] as TSchema);
  const isInvalid = Compile(components.schemas["InvalidProblem"] as TSchema);
  const missing = await demo.http.inject({ url: "/open-api/v1/payoutz", headers: key });
  expect([missing.statusCode, isProblem.Check(missing.json())]).toEqual([404, true]);
  const broken = await demo.http.inject({
    method: "POST",
    url: "/open-api/v1/universal-exports",
    headers: { ...key, "content-type": "application/json" },
    payload: "{",
  });
  expect([broken.statusCode, isInvalid.Check(broken.json())]).toEqual([422, true]);
});

test("a registry is paid by the guide's steps, and its receiver hears of every row, in order", async () => {
  const call = async (method: "GET" | "POST", path: string, payload?: object) => {
    const answer = await demo.http.inject({
      method,
      url: `/open-api${path}`,
      headers: key,
      ...(payload ? { payload } : {}),
    });
    expect([path, answer.statusCode, answer.body]).toEqual([path, 200, expect.anything()]);
    return answer;
  };

  const hook = await ear.subscribe("/erp", [
    "payout.sent",
    "payout.paid",
    "payout.failed",
    "registry.checked",
    "registry.finished",
  ]);

  // Steps 3 and 4: workers, filled template, more rows, upload.
  const employees = (
    await call("GET", "/v1/employees?states=ACTIVE&onlyPayable=true&perPage=100")
  ).json<{
    items: { id: number }[];
  }>().items;
  const today = moscowDate(demo.clock.now());
  const services = (
    await demo.http.inject({ url: "/client-api/service/list", headers: key })
  ).json<{
    items: { id: number }[];
  }>().items;
  const template = await call(
    "GET",
    `/v1/payroll-registries/filled-template?accountEmployeeIDs=${employees
      .slice(0, ROWS)
      .map(({ id }) => id)
      .join(
        ",",
      )}&serviceID=${services[0]?.id}&amount=100&workStart=${addDays(today, -20)}&workEnd=${addDays(today, -11)}&format=csv`,
  );
  // The table is Windows-1251: its bytes are sent back unchanged.
  const [head = "", ...rows] = template.rawPayload.toString("latin1").trim().split("\r\n");
  const many = Array.from({ length: ROWS }, (_, index) =>
    String(rows[index % rows.length]).replace(/(?<=;)100(?:,00)?(?=;)/, String(100 + index)),
  );
  const form = multipartForm({
    file: { fileName: "реестр.csv", data: Buffer.from([head, ...many].join("\r\n"), "latin1") },
  });
  const upload = await demo.http.inject({
    method: "POST",
    url: "/open-api/v1/payroll-registries",
    headers: { ...key, ...form.headers, "idempotency-key": "payroll-2026-11" },
    payload: form.payload,
  });
  expect([upload.statusCode, upload.body]).toEqual([200, expect.anything()]);
  const { id } = upload.json<{ id: number }>();

  // Step 5: the check, its errors, the code, the start.
  await demo.runTasksUntilIdle();
  const registry = (await call("GET", `/v1/payroll-registries/${id}`)).json<{
    version: number;
    state: { id: string };
    rowsCount: number;
  }>();
  const errors = (await call("GET", `/v1/payroll-registries/${id}/errors`)).json<{
    items: object[];
  }>();
  expect([registry.state.id, registry.rowsCount, errors.items]).toEqual(["READY", ROWS, []]);
  const terms = { version: registry.version, mode: "VALID_ONLY" };
  await call("POST", `/v1/payroll-registries/${id}/send-execute-code`, terms);
  const otp = await codeOn(demo, CAST.financeManager);
  await call("POST", `/v1/payroll-registries/${id}/execute`, { ...terms, otp });

  for (let minutes = 0; minutes < 180; minutes += 15) {
    demo.clock.advance(15 * 60_000);
    await demo.runTasksUntilIdle();
  }
  const payouts = (await call("GET", `/v1/payouts?registryID=${id}&perPage=100`)).json<{
    items: { id: number; state: { id: string } }[];
  }>().items;
  expect(payouts.map(({ state }) => state.id)).toEqual(Array<string>(ROWS).fill("PAID"));

  // As the guide's example verifies a message.
  for (const { headers, raw } of ear.heard) {
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-signature"])) ?? [];
    expect(createHmac("sha256", hook.secret).update(`${t}.${raw}`).digest("hex")).toBe(v1);
    expect(Math.abs(Date.now() / 1000 - Number(t))).toBeLessThan(300);
  }
  const messages = ear.heard.map(({ message }) => message);
  const ids = messages.map((one) => one.id);
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  expect(messages[0]).toMatchObject({ event: "registry.checked", data: { registryID: id } });
  expect(messages.at(-1)).toMatchObject({ event: "registry.finished", data: { registryID: id } });
  const told = (event: string) =>
    messages
      .filter((one) => one.event === event)
      .flatMap(({ data }) => data["payoutIDs"] as number[]);
  const all = payouts.map((payout) => payout.id).toSorted((one, other) => one - other);
  for (const event of ["payout.sent", "payout.paid"])
    expect([event, told(event).toSorted((one, other) => one - other)]).toEqual([event, all]);
  const firstOf = (event: string, payoutId: number) =>
    messages.findIndex(
      (one) => one.event === event && (one.data["payoutIDs"] as number[]).includes(payoutId),
    );
  expect(all.filter((one) => firstOf("payout.sent", one) > firstOf("payout.paid", one))).toEqual(
    [],
  );
  expect(told("payout.failed")).toEqual([]);
});
