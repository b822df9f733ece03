import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, moscowDate, moscowMidnight } from "#contract/values/calendar-date.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { readClientBank } from "#tests/support/client-bank-reader.ts";
import { readEnterpriseData } from "#tests/support/enterprise-data-reader.ts";
import { makePayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollScene } from "#tests/support/payroll-scene.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const API = "/open-api/v1/universal-exports";
const SCHEDULES = "/open-api/v1/export-schedules";

let database: TestDatabase;
let product: TestApp;
let headers: Record<string, string>;
let period: { periodStart: string; periodEnd: string };

beforeAll(async () => {
  database = await createTestDatabase();
  const engine = makePayrollEngine(database.connectionString);
  const scene = await makePayrollScene(database.kysely, { rows: 7, seed: 1 });
  await engine.confirm(scene);
  await engine.settle();
  await engine.close();
  // Markup in a name, and letters windows-1251 lacks.
  await sql`
    UPDATE workmen
    SET last_name = 'О''Нил "Жук" <b>&', first_name = 'Әлия'
    WHERE id = (SELECT min(id) FROM workmen)`.execute(database.kysely);
  await sql`UPDATE job_documents SET state = 'SIGNED' WHERE type = 'ACT'`.execute(database.kysely);
  product = await buildTestApp({ database });
  headers = await product.signIn("79000000001");
  const today = moscowDate(product.clock.now());
  period = { periodStart: addDays(today, -30), periodEnd: today };
});
afterAll(async () => {
  await product.close();
  await database.drop();
});

async function call(method: "GET" | "POST" | "DELETE", url: string, payload?: object) {
  const answer = await product.http.inject({
    method,
    url,
    headers,
    ...(payload ? { payload } : {}),
  });
  return {
    status: answer.statusCode,
    body: String(answer.headers["content-type"] ?? "").includes("json")
      ? answer.json<Record<string, unknown>>()
      : {},
    answer,
  };
}

async function fileOf(body: object): Promise<{ readonly bytes: Buffer; readonly type: string }> {
  const ordered = await call("POST", API, body);
  expect(ordered.status, ordered.answer.body).toBe(200);
  await product.runTasksUntilIdle();
  const { answer } = await call("GET", `${API}/${String(ordered.body["id"])}/file`);
  expect(answer.statusCode, answer.body).toBe(200);
  return { bytes: answer.rawPayload, type: String(answer.headers["content-type"]) };
}

describe("a statement for 1С", () => {
  test("is read by its published format, and its balances are those of the reconciliation", async () => {
    const { bytes, type } = await fileOf({ ...period, types: ["TRANSACTIONS"], format: "1c" });
    expect(type).toContain("text/plain; charset=windows-1251");
    const { account, documents } = readClientBank(bytes);
    // A top-up, seven jobs and their commissions.
    expect(documents).toHaveLength(15);
    const { body } = await call(
      "GET",
      `/client-api/transaction/reconciliation?periodStart=${period.periodStart}&periodEnd=${period.periodEnd}`,
    );
    expect([account.get("НачальныйОстаток"), account.get("КонечныйОстаток")]).toEqual(
      [body["opening"], body["closing"]].map((money) =>
        (money as { total: number }).total.toFixed(2),
      ),
    );
    const pay = documents.filter((one) =>
      one.get("НазначениеПлатежа")?.startsWith("Оплата услуг самозанятого"),
    );
    expect(pay).toHaveLength(7);
    expect(
      pay.every(
        (one) =>
          one.get("Сумма") === "10000.00" &&
          /^\d{12}$/.test(one.get("ПолучательИНН") ?? "") &&
          /по акту № \d+ от/.test(one.get("НазначениеПлатежа") ?? ""),
      ),
    ).toBe(true);
    // 1С shows a reference as it is written.
    expect(pay.some((one) => one.get("Получатель1")?.includes(`О'Нил "Жук" <b>& Алия`))).toBe(true);
    expect(
      documents.filter((one) => /НДС \d+\.\d\d$/.test(one.get("НазначениеПлатежа") ?? "")),
    ).toHaveLength(7);
  });

  test("is of one kind of rows and of the whole company", async () => {
    expect(
      await call("POST", API, { ...period, types: ["TRANSACTIONS", "ACTS"], format: "1c" }),
    ).toMatchObject({
      status: 422,
      body: { errors: { format: [expect.stringContaining("только операции")] } },
    });
    const { rows } = await sql<{
      id: number;
    }>`
      INSERT INTO projects (account_id, title) SELECT id, 'Склад' FROM accounts LIMIT 1 RETURNING id`.execute(
      database.kysely,
    );
    expect(
      await call("POST", API, {
        ...period,
        types: ["TRANSACTIONS"],
        format: "1c",
        projects: [rows[0]?.id],
      }),
    ).toMatchObject({
      status: 422,
      body: { errors: { format: [expect.stringContaining("по всей компании")] } },
    });
  });
});

describe("received services for 1С:Бухгалтерия", () => {
  test("are documents by the schema of EnterpriseData, one for a signed act, with its receipt and the act's sum", async () => {
    const { bytes, type } = await fileOf({ ...period, types: ["ACTS"], format: "xml" });
    expect(type).toContain("application/xml");
    const documents = readEnterpriseData(bytes);
    expect(documents).toHaveLength(7);
    expect(
      documents.map((one) => [
        one.get("Сумма"),
        one.get("Услуги/Строка/Сумма"),
        one.get("Услуги/Строка/СтавкаНДС"),
      ]),
    ).toEqual(documents.map(() => ["10000.00", "10000.00", "БезНДС"]));
    expect(
      documents.every((one) =>
        /^Чек НПД № \w+ от \d\d\.\d\d\.\d{4}: http/.test(one.get("Комментарий") ?? ""),
      ),
    ).toBe(true);
    expect(documents.map((one) => one.get("КлючевыеСвойства/Контрагент/Наименование"))).toContain(
      `О'Нил "Жук" <b>& Әлия`,
    );
    const { rows } = await sql<{
      number: string;
    }>`SELECT number FROM job_documents WHERE type = 'ACT' ORDER BY number`.execute(
      database.kysely,
    );
    expect(documents.map((one) => one.get("КлючевыеСвойства/Номер")).sort()).toEqual(
      rows.map(({ number }) => number),
    );
  });

  test("loaded again they are the same documents: an act keeps its reference", async () => {
    const references = async () =>
      readEnterpriseData((await fileOf({ ...period, types: ["ACTS"], format: "xml" })).bytes).map(
        (one) => one.get("КлючевыеСвойства/Ссылка"),
      );
    const first = await references();
    expect(new Set(first).size).toBe(7);
    expect(await references()).toEqual(first);
  });
});

test("a monthly export is made on the third day, of the month before, once, and its author is told by a letter", async () => {
  await sql`
    UPDATE people SET email = 'owner@romashka.example' WHERE phone = '79000000001'`.execute(
    database.kysely,
  );
  const made = await call("POST", SCHEDULES, { types: ["TRANSACTIONS"], format: "1c" });
  expect(made).toMatchObject({
    status: 200,
    body: { format: { id: "1c" }, nextOn: expect.stringMatching(/-03$/) },
  });
  const nextOn = String(made.body["nextOn"]);
  expect((await call("POST", SCHEDULES, { types: ["ACTS"], format: "1c" })).status).toBe(422);
  const count = async () =>
    Number(
      (
        await sql<{
          n: bigint;
        }>`
          SELECT count(*) AS n FROM exports WHERE created_at >= ${moscowMidnight(nextOn)}`.execute(
          database.kysely,
        )
      ).rows[0]?.n,
    );
  product.clock.set(new Date(moscowMidnight(nextOn).getTime() + 12 * 3_600_000));
  headers = await product.signIn("79000000001");
  for (let again = 0; again < 3; again += 1) await product.runTasksUntilIdle();
  expect(await count()).toBe(1);
  const list = await call("GET", `${API}?perPage=1`);
  const lastDay = addDays(`${nextOn.slice(0, 7)}-01`, -1);
  expect((list.body["items"] as object[])[0]).toMatchObject({
    state: { id: "READY" },
    format: { id: "1c" },
    filters: { periodStart: `${lastDay.slice(0, 7)}-01`, periodEnd: lastDay },
  });
  product.clock.set(new Date(product.clock.now().getTime() + 3_600_000));
  await product.runTasksUntilIdle();
  headers = await product.signIn("79000000001");
  const letters = await sql<{
    text: string;
  }>`SELECT text FROM sandbox.mails WHERE email = 'owner@romashka.example'`.execute(
    database.kysely,
  );
  expect(
    letters.rows.some(({ text }) => text.includes("Операции за") && text.includes("готова")),
  ).toBe(true);

  const { id } = (
    (await call("GET", SCHEDULES)).body["items"] as { id: number; nextOn: string }[]
  )[0] ?? { id: 0 };
  expect((await call("DELETE", `${SCHEDULES}/${id}`)).status).toBe(200);
  expect((await call("DELETE", `${SCHEDULES}/${id}`)).status).toBe(404);
  expect((await call("GET", SCHEDULES)).body["items"]).toEqual([]);
});

describe("monthly exports", () => {
  /** Schedules of the owner or of a named person, due on the 3rd of this month. */
  async function scheduled(count: number, over: { filters?: object; by?: string } = {}) {
    const dueOn = `${moscowDate(product.clock.now()).slice(0, 7)}-03`;
    await sql`DELETE FROM export_schedules`.execute(database.kysely);
    await sql`DELETE FROM exports`.execute(database.kysely);
    await sql`
      INSERT INTO export_schedules (account_id, types, filters, format, created_by, role,
        created_at, next_on)
      SELECT 1, ARRAY['TRANSACTIONS'], ${JSON.stringify(over.filters ?? {})}::jsonb, 'csv', p.id,
        'OWNER', ${product.clock.now()}, ${dueOn}::date
      FROM people p, generate_series(1, ${count})
      WHERE p.phone = ${over.by ?? "79000000001"}`.execute(database.kysely);
    const noon = new Date(moscowMidnight(dueOn).getTime() + 12 * 3_600_000);
    if (product.clock.now() < noon) product.clock.set(noon);
    await product.runTasksUntilIdle();
  }
  const made = async () =>
    (
      await sql<{ month: string; state: string; error_message: string | null }>`
        SELECT left(filters->>'periodStart', 7) AS month, state, error_message
        FROM exports
        ORDER BY id`.execute(database.kysely)
    ).rows;

  test("above the number a person may have open are made too", async () => {
    await scheduled(23);
    expect((await made()).filter(({ state }) => state === "READY")).toHaveLength(23);
  });

  test("of the months the product did not run in are made when it runs again, each once", async () => {
    await scheduled(1);
    const [first] = await made();
    product.clock.advance(93 * 86_400_000);
    await product.runTasksUntilIdle();
    const months = (await made()).map(({ month }) => month);
    expect(months[0]).toBe(first?.month);
    expect(new Set(months).size).toBe(months.length);
    expect(months.length).toBeGreaterThanOrEqual(4);
    for (const [index, month] of months.slice(1).entries())
      expect(addDays(`${month}-01`, -1).slice(0, 7)).toBe(months[index]);
  });

  test("that cannot be made any more say why to their author; the owner hears when the author has gone", async () => {
    await scheduled(1, { filters: { jobTags: [987_654] } });
    expect(await made()).toEqual([
      {
        month: expect.any(String),
        state: "FAILED",
        error_message: "Тега больше нет: его удалили. Выберите другой",
      },
    ]);
    const told = async () =>
      (
        await sql<{ phone: string }>`
          SELECT p.phone
          FROM notices n
          JOIN people p ON p.id = n.person_id
          WHERE n.type LIKE '%ExportFailed'
          ORDER BY n.id`.execute(database.kysely)
      ).rows.map(({ phone }) => phone);
    expect(await told()).toEqual(["79000000001"]);
    await sql`
      INSERT INTO people (phone, name)
      VALUES ('79000009999', 'Ушедший Сотрудник')`.execute(database.kysely);
    await scheduled(1, { by: "79000009999" });
    expect(await made()).toMatchObject([
      { state: "FAILED", error_message: "Ваши права изменились. Закажите выгрузку заново" },
    ]);
    expect((await told()).slice(1)).toContain("79000000001");
  });
});
