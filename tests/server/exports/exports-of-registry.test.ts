import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { addDemoRecords } from "#tests/support/demo-records.ts";
import { textOfPdf } from "#tests/support/pdf-text.ts";
import { unzip } from "#tests/support/unzip.ts";

const ACTS = "/open-api/v1/job-document-export-registries";
const RECEIPTS = "/client-api/job-receipt-export-request";
/** Long before anything was paid: a registry bounds its files by itself. */
const PERIOD = { periodStart: "2020-01-01", periodEnd: "2020-01-01" };

let demo: DemoApp;
let paid: number;
let waiting: number;
let foreign: number;
beforeAll(async () => {
  demo = await buildDemoApp();
  await addDemoRecords(demo);
  paid = await registry(1, sql`r.number = 9002`);
  foreign = await registry(2, sql`r.number = 9002`);
  waiting = await registry(1, sql`r.state IN ('READY', 'PARTIALLY_READY')`);
});
afterAll(() => demo.close());

async function registry(accountId: number, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT r.id
    FROM registries r
    WHERE r.account_id = ${accountId} AND r.kind = 'payroll' AND ${which}
    ORDER BY r.id
    LIMIT 1`.execute(demo.database.kysely);
  return rows[0]?.id ?? 0;
}

const acts = (registries: number[]) =>
  [ACTS, { filters: { ...PERIOD, registries, types: ["ACT", "ACT_CORRECTION"] } }] as const;
const receipts = (registries: number[]) =>
  [RECEIPTS, { ...PERIOD, registries, format: "csv" }] as const;

const order = (phone: string, [url, body]: readonly [string, object]) =>
  demo.call(phone, "POST", url, body);

async function fileOf(phone: string, what: readonly [string, object]): Promise<Buffer> {
  const { status, body } = await order(phone, what);
  expect([status, body["message"]]).toEqual([200, undefined]);
  await demo.runTasksUntilIdle();
  const file = await demo.call(
    phone,
    "GET",
    `/open-api/v1/universal-exports/${String(body["id"])}/file`,
  );
  expect(file.status).toBe(200);
  return file.raw;
}

test("all acts of a registry are one archive: a PDF of each payout and their list", async () => {
  const archive = unzip(await fileOf(CAST.accountant, acts([paid])));
  const { rows } = await sql<{ number: string }>`
    SELECT d.number
    FROM job_documents d
    JOIN payouts y ON y.account_id = d.account_id AND y.id = d.payout_id
    WHERE y.account_id = 1 AND y.registry_id = ${paid}
    ORDER BY d.id`.execute(demo.database.kysely);
  expect(rows).toHaveLength(3);
  const names = [...archive.keys()];
  expect(names.at(-1)).toBe("Опись.csv");
  expect(names.slice(0, -1).map((name) => /^Акт\/[\d-]+\/(\d+)_/.exec(name)?.[1])).toEqual(
    rows.map(({ number }) => number),
  );
  expect(textOfPdf(archive.get(names[0] ?? "") as Buffer)).toContain(rows[0]?.number);
});

test("all receipts of a registry are one table with their numbers, sums and links", async () => {
  const table = new TextDecoder("windows-1251").decode(
    await fileOf(CAST.accountant, receipts([paid])),
  );
  const lines = table.split("\r\n").filter((line) => line.includes("Реестр выплат № 9002"));
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line).toMatch(/;http:\/\/localhost:3000\/sandbox\/receipt\/\d{12}\/\w+\/print;/);
    expect(line).toContain(";1000,00;");
  }
  expect(table).not.toMatch(/Реестр выплат № (?!9002)/);
});

test("the file bears the registry's name, and may be ordered once more", async () => {
  const { body } = await order(CAST.owner, acts([paid]));
  expect(body).toMatchObject({
    title: "Архив документов. Реестр выплат № 9002",
    filters: { registries: [paid] },
  });
  await demo.runTasksUntilIdle();
  const again = await demo.call(
    CAST.owner,
    "POST",
    `/open-api/v1/universal-exports/${String(body["id"])}/repeat`,
  );
  expect(again.body).toMatchObject({ title: body["title"], filters: body["filters"] });
});

test("a registry that has paid nothing yet says so, and no file is made", async () => {
  const before = await demo.call(CAST.owner, "GET", "/open-api/v1/universal-exports?perPage=1");
  for (const [what, sentence] of [
    [acts([waiting]), "Документов пока нет: они появятся, когда начнутся выплаты реестра"],
    [receipts([waiting]), "Чеков пока нет: они появятся, когда налоговая ответит по выплатам"],
  ] as const) {
    const { status, body } = await order(CAST.owner, what);
    expect([status, body["message"]]).toEqual([409, expect.stringContaining(sentence)]);
  }
  const after = await demo.call(CAST.owner, "GET", "/open-api/v1/universal-exports?perPage=1");
  expect(after.body["meta"]).toEqual(before.body["meta"]);
});

test("a registry of another company, or out of one's projects, is as none", async () => {
  for (const what of [acts, receipts]) {
    const answers = await Promise.all([
      order(CAST.owner, what([foreign])),
      order(CAST.owner, what([999_999])),
      order(CAST.otherOwner, what([paid])),
      order(CAST.projectManager, what([paid])),
    ]);
    for (const { status, body } of answers)
      expect([status, body["errors"]]).toEqual([
        422,
        { registries: [expect.stringContaining("Реестра больше нет")] },
      ]);
  }
  for (const phone of [CAST.recruiter, CAST.viewer, CAST.workman])
    expect((await order(phone, acts([paid]))).status).toBe(403);
});
