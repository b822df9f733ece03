import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BankReconciliation, Reconciliation } from "#contract/transactions/reconciliation.ts";
import { formatDate } from "#contract/values/calendar-date.ts";
import { auditLedger } from "#server/money/ledger/index.ts";
import { MONTH_OWNER, type DemoMonth } from "#server/seed/demo-month.ts";
import { buildDemoApp, type DemoApp } from "#tests/support/demo-app.ts";
import { readClientBank } from "#tests/support/client-bank-reader.ts";
import { readEnterpriseData } from "#tests/support/enterprise-data-reader.ts";
import {
  tableReaders,
  type OpenedCell,
  type OpenedTables,
  type TableFile,
} from "#tests/support/opened-tables.ts";
import { lastMonth } from "#tests/support/last-month.ts";
import { unzip } from "#tests/support/unzip.ts";

/** `npm run test:long` takes 2000. */
const WORKERS = Number(process.env["MONTH_WORKERS"] ?? 40);

let demo: DemoApp;
let month: DemoMonth;
let period: string;
beforeAll(async () => {
  demo = await buildDemoApp();
  month = await lastMonth(demo, WORKERS);
  period = `periodStart=${month.periodStart}&periodEnd=${month.periodEnd}`;
}, 900_000);
afterAll(() => demo.close());

const db = () => demo.database.kysely;
const kopecks = (rubles: unknown) => BigInt(Math.round(Number(rubles) * 100));
async function read<Answer>(url: string): Promise<Answer> {
  const { status, body, raw } = await demo.call(MONTH_OWNER, "GET", url);
  expect(status, raw.toString()).toBe(200);
  return body as Answer;
}

async function fileOf(order: object): Promise<Buffer> {
  const ordered = await demo.call(MONTH_OWNER, "POST", "/open-api/v1/universal-exports", {
    periodStart: month.periodStart,
    periodEnd: month.periodEnd,
    ...order,
  });
  expect(ordered.status, ordered.raw.toString()).toBe(200);
  await demo.runTasksUntilIdle();
  return (
    await demo.call(
      MONTH_OWNER,
      "GET",
      `/open-api/v1/universal-exports/${String(ordered.body["id"])}/file`,
    )
  ).raw;
}

/** Kopecks on the company's accounts in the month, signed as its owner sees them. */
async function postings(code: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    SELECT coalesce(-sum(p.amount_kopecks), 0)::bigint AS sum
    FROM postings p
    JOIN ledger_accounts a ON a.id = p.ledger_account_id
    WHERE a.account_id = ${month.accountId}
      AND a.code = ${code}
      AND (p.at AT TIME ZONE 'Europe/Moscow')::date BETWEEN ${month.periodStart}::date AND ${month.periodEnd}::date`.execute(
    db(),
  );
  return rows[0]?.sum ?? 0n;
}

test("every row of the month is paid or has come back, and the books are right", async () => {
  const { rows } = await sql<{
    state: string;
    n: number;
  }>`
    SELECT state, count(*)::integer AS n
    FROM payouts
    WHERE account_id = ${month.accountId}
    GROUP BY state
    ORDER BY state`.execute(db());
  expect(rows).toEqual([
    { state: "PAID", n: month.rows - 3 },
    { state: "RETURNED", n: 3 },
  ]);
  expect(await auditLedger(db())).toEqual({
    unbalancedEntries: [],
    wrongBalances: [],
    negativeBalances: [],
    wrongReserves: [],
  });
});

test("opening and movements make the closing, kinds and projects are the postings, and the bank's statement agrees", async () => {
  const found = await read<Reconciliation>(`/client-api/transaction/reconciliation?${period}`);
  expect(found.difference).toEqual({ available: 0, reserved: 0, total: 0 });
  expect(kopecks(found.movement.total)).toBe(
    (await postings("CUST_AVAIL")) + (await postings("CUST_RES")),
  );
  const of = (id: string) => kopecks(found.kinds.find(({ type }) => type.id === id)?.total ?? 0);
  expect(-of("COMMISSION")).toBe((await postings("REV_COMM")) + (await postings("VAT_BUDGET")));
  const { rows } = await sql<{
    sum: bigint;
  }>`
    SELECT sum(amount_kopecks)::bigint AS sum FROM payouts WHERE account_id = ${month.accountId}`.execute(
    db(),
  );
  expect(-of("JOB_PAYMENT")).toBe(rows[0]?.sum);
  expect(found.projects.map(({ project }) => project?.title)).toEqual([
    "Доставка",
    "Магазины",
    "Склады",
    undefined,
  ]);
  expect(found.projects.reduce((sum, { total }) => sum + kopecks(total), 0n)).toBe(
    kopecks(found.movement.total),
  );
  const bank = await read<BankReconciliation>(
    `/client-api/transaction/bank-reconciliation?${period}`,
  );
  // A payment without an invoice belongs to nobody until the company names it.
  expect(bank.mismatches.map(({ reason, bankAmount }) => [reason.id, bankAmount])).toEqual([
    ["UNRECOGNIZED", 12_345.67],
  ]);
  expect(bank.turnovers.find(({ kind }) => kind.id === "OUTGOING")).toMatchObject({
    bankCount: month.rows,
    difference: 0,
  });
});

test("the lists, the registries, the platform's act and the file for 1С say the same sums", async () => {
  const found = await read<Reconciliation>(`/client-api/transaction/reconciliation?${period}`);
  const list = await read<{ totals: { income: number; expense: number } }>(
    `/client-api/transaction/list?${period}&perPage=1`,
  );
  expect(kopecks(list.totals.income) - kopecks(list.totals.expense)).toBe(
    kopecks(found.movement.total),
  );
  const registries = await sql<{
    sum: bigint;
  }>`
    SELECT sum(amount_kopecks)::bigint AS sum FROM registries WHERE account_id = ${month.accountId}`.execute(
    db(),
  );
  expect(registries.rows[0]?.sum).toBe(
    -kopecks(found.kinds.find(({ type }) => type.id === "JOB_PAYMENT")?.total),
  );
  const days = await read<{ items: { total: number }[] }>(
    `/client-api/transaction/balance-days?${period}`,
  );
  expect(days.items[0]?.total).toBe(found.closing.total);
  const acts = await read<{ items: { amount: number }[] }>(`/client-api/act/list?${period}`);
  expect(acts.items.map(({ amount }) => kopecks(amount))).toEqual([
    -kopecks(found.kinds.find(({ type }) => type.id === "COMMISSION")?.total),
  ]);

  const { account, documents } = readClientBank(
    await fileOf({ types: ["TRANSACTIONS"], format: "1c" }),
  );
  expect(account.get("КонечныйОстаток")).toBe(found.closing.total.toFixed(2));
  expect(documents).toHaveLength(month.rows * 2 + 1);
  const received = readEnterpriseData(await fileOf({ types: ["ACTS"], format: "xml" }));
  expect(received).toHaveLength(month.rows);
  expect(received.reduce((sum, one) => sum + kopecks(one.get("Сумма")), 0n)).toBe(
    -kopecks(found.kinds.find(({ type }) => type.id === "JOB_PAYMENT")?.total),
  );
});

const TYPES = ["JOBS", "PAYOUTS", "RECEIPTS", "ACTS", "TRANSACTIONS", "WORKMEN", "TAXES", "LOG"];
/**
 * Made once for all programs: a workbook and CSV of every kind, a registry in both formats, an
 * archive's list.
 */
const files: TableFile[] = [];
beforeAll(async () => {
  files.push({ name: "Выгрузка.xlsx", bytes: await fileOf({ types: TYPES }) });
  for (const [name, bytes] of unzip(await fileOf({ types: TYPES, format: "csv" })))
    files.push({ name, bytes });
  const { rows } = await sql<{
    id: number;
  }>`SELECT min(id) AS id FROM registries WHERE account_id = ${month.accountId}`.execute(db());
  for (const format of ["xlsx", "csv"])
    files.push({
      name: `Реестр ${format}.${format}`,
      bytes: (
        await demo.call(
          MONTH_OWNER,
          "POST",
          `/open-api/v1/payroll-registries/${rows[0]?.id}/download`,
          { format },
        )
      ).raw,
    });
  const jobs = await sql<{
    id: number;
  }>`
    SELECT id::integer FROM jobs WHERE account_id = ${month.accountId} ORDER BY id LIMIT 2`.execute(
    db(),
  );
  files.push({
    name: "Опись.csv",
    bytes: unzip(
      await fileOf({ types: ["DOCUMENTS_ARCHIVE"], jobs: jobs.rows.map(({ id }) => id) }),
    ).get("Опись.csv") as Buffer,
  });
}, 120_000);

describe.each(tableReaders())("every export, opened by $name", ({ open }) => {
  let workbook: OpenedTables;
  let texts: OpenedTables;
  let registries: readonly OpenedTables[];
  beforeAll(() => {
    const opened = open(files);
    const named = (like: RegExp) =>
      opened.filter((_, index) => like.test(files[index]?.name ?? ""));
    workbook = opened[0] as OpenedTables;
    registries = named(/^Реестр/);
    texts = new Map(named(/^(?!Реестр).*\.csv$/).flatMap((tables) => [...tables]));
  }, 180_000);

  const both = () => [workbook, texts];
  /** A CSV says «руб.», because windows-1251 lacks the sign. */
  const column = (tables: OpenedTables, sheet: string, title: string): readonly OpenedCell[] => {
    const [header = [], ...rows] = tables.get(sheet) ?? [];
    const index = header.findIndex((one) => one === title || one === title.replace("₽", "руб."));
    expect(index, `${sheet}: ${title} of ${header.join()}`).toBeGreaterThanOrEqual(0);
    return rows.map((row) => row[index] ?? null);
  };
  const sum = (cells: readonly OpenedCell[]) =>
    cells.reduce<bigint>((all, cell) => all + kopecks(String(cell ?? 0).replace(",", ".")), 0n);
  const count = async (query: ReturnType<typeof sql<{ n: bigint }>>) =>
    Number((await query.execute(db())).rows[0]?.n);

  test("payouts, receipts, acts and jobs have all rows, and their sums are the postings to the kopeck", async () => {
    const found = await read<Reconciliation>(`/client-api/transaction/reconciliation?${period}`);
    const paid = -kopecks(found.kinds.find(({ type }) => type.id === "JOB_PAYMENT")?.total);
    for (const tables of both()) {
      const sums = ["Выплаты", "Чеки", "Акты"].map((sheet) => column(tables, sheet, "Сумма, ₽"));
      expect(sums.map((cells) => [cells.length, sum(cells)])).toEqual(
        sums.map(() => [month.rows, paid]),
      );
      expect(sum(column(tables, "Выплаты", "Комиссия, ₽"))).toBe(
        (await postings("REV_COMM")) + (await postings("VAT_BUDGET")),
      );
      expect([
        column(tables, "Задания", "Бюджет, ₽").length,
        sum(column(tables, "Задания", "Бюджет, ₽")),
      ]).toEqual([month.rows, paid]);
    }
  });

  test("operations are the postings by kind, and all of them the movement of the balance", async () => {
    const found = await read<Reconciliation>(`/client-api/transaction/reconciliation?${period}`);
    for (const tables of both()) {
      const kinds = column(tables, "Операции", "Операция");
      const sums = column(tables, "Операции", "Сумма, ₽");
      for (const { type, count: rows, total } of found.kinds.filter(
        ({ type: { id } }) => id !== "HOLD",
      )) {
        const ofKind = sums.filter((_, index) => kinds[index] === type.title);
        expect([type.id, ofKind.length, sum(ofKind)]).toEqual([type.id, rows, kopecks(total)]);
      }
      expect(sum(sums.filter((_, index) => kinds[index] !== "Заморозка средств"))).toBe(
        kopecks(found.movement.total),
      );
    }
  });

  test("workers, taxes and the journal have all rows; income is what was paid and tax its six percent", async () => {
    const paid = await count(
      sql`
        SELECT sum(amount_kopecks) AS n
        FROM payouts
        WHERE account_id = ${month.accountId} AND state = 'PAID'`,
    );
    const registered = await count(
      sql`
        SELECT sum(amount_kopecks) AS n
        FROM receipts
        WHERE account_id = ${month.accountId} AND state = 'REGISTERED'`,
    );
    const events = await count(
      sql`
        SELECT count(*) AS n
        FROM audit_log
        WHERE account_id = ${month.accountId}
          AND (at AT TIME ZONE 'Europe/Moscow')::date BETWEEN ${month.periodStart}::date AND ${month.periodEnd}::date`,
    );
    for (const tables of both()) {
      expect(column(tables, "Исполнители", "Исполнитель")).toHaveLength(WORKERS);
      expect(
        sum(
          column(
            tables,
            "Исполнители",
            `Выплачено за ${formatDate(month.periodStart)} – ${formatDate(month.periodEnd)}, ₽`,
          ),
        ),
      ).toBe(BigInt(paid));
      const incomes = column(tables, "Налоги", "Доход, ₽");
      expect(sum(incomes)).toBe(BigInt(registered));
      expect(sum(column(tables, "Налоги", "Расчётный налог, ₽"))).toBe(
        incomes.reduce<bigint>((all, income) => all + (sum([income]) * 6n + 50n) / 100n, 0n),
      );
      expect(column(tables, "Журнал", "Событие")).toHaveLength(events);
    }
  });

  test("dates are dates and numbers are numbers in a workbook, long ids stay texts", () => {
    expect(
      column(workbook, "Выплаты", "Дата создания").every(
        (cell) =>
          typeof cell === "object" &&
          cell !== null &&
          cell.date.startsWith(month.periodStart.slice(0, 7)),
      ),
    ).toBe(true);
    expect(column(workbook, "Выплаты", "Сумма, ₽").every((cell) => typeof cell === "number")).toBe(
      true,
    );
    expect(
      column(workbook, "Чеки", "ИНН").every(
        (cell) => typeof cell === "string" && /^\d{12}$/.test(cell),
      ),
    ).toBe(true);
  });

  test("a registry with its outcomes and the list of an archive are read too", async () => {
    const total = await count(
      sql`
        SELECT amount_kopecks AS n
        FROM registries
        WHERE account_id = ${month.accountId}
        ORDER BY id
        LIMIT 1`,
    );
    for (const tables of registries) {
      const sheet =
        [...tables.keys()].find(
          (name) => name !== "_meta" && (tables.get(name)?.length ?? 0) > WORKERS,
        ) ?? "";
      expect(sum(column(tables, sheet, "Сумма, ₽*"))).toBe(BigInt(total));
    }
    expect(column(texts, "Опись", "Файл")).toHaveLength(2);
  });
});

test("the same seed makes the same month", async () => {
  const { rows } = await sql<{
    hash: string;
  }>`
    SELECT md5(string_agg(amount_kopecks::text, ',' ORDER BY registry_id, row_no)) AS hash
    FROM payouts
    WHERE account_id = ${month.accountId}`.execute(db());
  if (WORKERS === 40)
    expect(rows[0]?.hash).toMatchInlineSnapshot(`"abca76f0805af3a6ab3a905662575974"`);
});
