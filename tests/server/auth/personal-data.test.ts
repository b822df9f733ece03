import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import { readSpreadsheet } from "#server/files/spreadsheet/read-spreadsheet.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { addDemoRecords } from "#tests/support/demo-records.ts";

const EMPLOYEES = "/open-api/v1/employees";
const TEMPLATE = "/open-api/v1/payroll-registries/filled-template?format=csv";
const STRANGER = "79000000201";

let demo: DemoApp;
let folder: string;
let stranger: { inn: string; name: string };
beforeAll(async () => {
  demo = await buildDemoApp();
  await addDemoRecords(demo);
  folder = await mkdtemp(join(tmpdir(), "personal-data-"));
  await sql`
    DELETE FROM employments
    WHERE workman_id = (SELECT w.id
      FROM workmen w
      JOIN people p ON p.id = w.person_id
      WHERE p.phone = ${STRANGER})`.execute(demo.database.kysely);
  const { rows } = await sql<typeof stranger>`
    SELECT w.inn, w.last_name AS name
    FROM workmen w
    JOIN people p ON p.id = w.person_id
    WHERE p.phone = ${STRANGER}`.execute(demo.database.kysely);
  stranger = rows[0] as typeof stranger;
});
afterAll(async () => {
  await demo.close();
  await rm(folder, { recursive: true, force: true });
});

async function tableOf(bytes: Buffer, sheet = ""): Promise<string[][]> {
  const path = join(folder, "table");
  await writeFile(path, bytes);
  const rows: string[][] = [];
  for await (const batch of readSpreadsheet(path, sheet))
    rows.push(...batch.map(({ cells }) => cells));
  return rows;
}

describe("a worker invited by his phone", () => {
  let id: unknown;
  test("is shown by that phone only, until he says yes", async () => {
    const invited = await demo.call(CAST.owner, "POST", EMPLOYEES, { phone: STRANGER });
    id = invited.body["id"];
    expect(invited).toMatchObject({
      status: 200,
      body: {
        state: { id: "CONFIRMATION" },
        workman: null,
        name: "+7 (900) 000 02 01",
        inn: null,
        smzState: null,
        taxpayerType: null,
        hasPaymentDetails: false,
        expiringDocumentsCount: 0,
      },
    });
    const listed = await demo.call(
      CAST.owner,
      "GET",
      `${EMPLOYEES}?perPage=100&states=CONFIRMATION`,
    );
    const logged = await demo.call(CAST.owner, "GET", "/open-api/v1/account/log?perPage=5");
    for (const answer of [invited, listed, logged])
      for (const own of [stranger.name, stranger.inn.slice(-4)])
        expect(JSON.stringify(answer.body)).not.toContain(own);
  });

  test("is not found out by searching, filtering and exporting either", async () => {
    const found = async (query: string) =>
      (await demo.call(CAST.owner, "GET", `${EMPLOYEES}?perPage=100&${query}`)).body.items?.some(
        (one) => one["id"] === id,
      );
    expect(await found(`search=${encodeURIComponent(stranger.name)}`)).toBe(false);
    expect(await found("smzStates=OK")).toBe(false);
    expect(await found("taxpayerTypes=SMZ")).toBe(false);
    expect(await found("states=CONFIRMATION")).toBe(true);
    const text = (await exported(CAST.owner, "WORKMEN", "Исполнители"))
      .map((row) => row.join())
      .find((row) => row.includes("+790") || row.includes("7900*****01"));
    expect(text).toBeDefined();
    expect(text).not.toMatch(new RegExp(`${stranger.name}|${stranger.inn.slice(-4)}`));
  });

  test("is refused in a filled template by name of the reason, not by his ИНН", async () => {
    const answer = await demo.call(
      CAST.owner,
      "GET",
      `${TEMPLATE}&accountEmployeeIDs=${String(id)}`,
    );
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { accountEmployeeIDs: [expect.stringContaining("ещё не подтвердили")] } },
    });
    expect(answer.raw.toString()).not.toContain(stranger.name);
  });

  test("is shown whole when he has confirmed", async () => {
    expect(
      (await demo.call(STRANGER, "POST", `${EMPLOYEES}/confirm-invite/${String(id)}`)).status,
    ).toBe(200);
    expect((await demo.call(CAST.owner, "GET", `${EMPLOYEES}/${String(id)}`)).body).toMatchObject({
      phone: STRANGER,
      inn: stranger.inn,
      workman: { id: expect.any(Number) },
    });
  });
});

test("a filled template shows the ИНН where the favourite's own page shows it", async () => {
  const withInn = (rows: string[][]) => rows.slice(1).map((cells) => cells[1]);
  const [finance, manager] = [
    await demo.call(CAST.financeManager, "GET", TEMPLATE),
    await demo.call(CAST.projectManager, "GET", TEMPLATE),
  ];
  expect(withInn(await tableOf(finance.raw)).every((inn) => /^\d{12}$/.test(inn ?? ""))).toBe(true);
  const rows = await tableOf(manager.raw);
  const reachable =
    (await demo.call(CAST.projectManager, "GET", `${EMPLOYEES}?perPage=100&states=ACTIVE`)).body
      .items ?? [];
  expect(new Set(rows.slice(1).map((cells) => cells[2]))).toEqual(
    new Set(reachable.map((one) => one["name"])),
  );
  expect(withInn(rows).every((inn) => inn === "")).toBe(true);
});

async function exported(phone: string, type: string, sheet: string): Promise<string[][]> {
  const today = moscowDate(demo.clock.now());
  await demo.call(phone, "POST", "/open-api/v1/universal-exports", {
    periodStart: addDays(today, -300),
    periodEnd: today,
    types: [type],
  });
  await demo.runTasksUntilIdle();
  const made = (await demo.call(phone, "GET", "/open-api/v1/universal-exports?perPage=1")).body
    .items?.[0];
  return tableOf(
    (await demo.call(phone, "GET", `/open-api/v1/universal-exports/${String(made?.["id"])}/file`))
      .raw,
    sheet,
  );
}

describe("the address of a receipt, which holds the ИНН", () => {
  test("is in an export for those who may read the ИНН, and empty for others", async () => {
    const links = async (phone: string) => {
      const [header = [], ...rows] = await exported(phone, "RECEIPTS", "Чеки");
      return rows.map((row) => row[header.indexOf("Ссылка")] ?? "");
    };
    const open = await links(CAST.financeManager);
    expect(open.some((link) => /receipt\/\d{12}\//.test(link))).toBe(true);
    await sql`
      UPDATE account_users
      SET project_ids = NULL
      WHERE person_id = (SELECT id FROM people WHERE phone = ${CAST.projectManager})`.execute(
      demo.database.kysely,
    );
    const closed = await links(CAST.projectManager);
    expect(closed.length).toBeGreaterThan(0);
    expect(closed.filter((link) => link !== "")).toEqual([]);
  });

  test("is in a payout's and an offer's answer by the same right", async () => {
    const seen = async (phone: string, url: string) =>
      JSON.stringify((await demo.call(phone, "GET", url)).body).match(/receipt\/\d{12}\//g)
        ?.length ?? 0;
    const jobs = await sql<{ id: bigint }>`
      SELECT o.job_id AS id
      FROM job_offers o
      JOIN payouts y ON y.account_id = o.account_id AND y.job_id = o.job_id
      JOIN receipts c ON c.payout_id = y.id
      WHERE o.account_id = 1 AND c.tax_receipt_id IS NOT NULL
      LIMIT 1`.execute(demo.database.kysely);
    const urls = [
      "/open-api/v1/payouts?perPage=50",
      ...jobs.rows.map(({ id }) => `/client-api/job/info?jobID=${id}`),
    ];
    const open: number[] = [];
    for (const url of urls) {
      open.push(await seen(CAST.owner, url));
      expect([url, await seen(CAST.viewer, url)]).toEqual([url, 0]);
    }
    expect(open.some((count) => count > 0)).toBe(true);
  });
});
