import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { IncomingPayment } from "#contract/invoices/incoming-payment.ts";
import type { PlatformAct } from "#contract/job-documents/job-document.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import type { Posting } from "#contract/ledger/posting.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import type { Receipt } from "#contract/receipts/receipt-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import type { Registry } from "#contract/registries/registry.ts";
import type { WorkmanLimit } from "#contract/risks/risk.ts";
import type { BankReconciliation, Reconciliation } from "#contract/transactions/reconciliation.ts";
import type { Transaction } from "#contract/transactions/transaction.ts";
import { vatInside } from "#contract/values/money.ts";
import type { TaxYear } from "#contract/workman-taxes/workman-tax.ts";
import { MONTH_OWNER, type DemoMonth } from "#server/seed/demo-month.ts";
import { readClientBank } from "./client-bank-reader.ts";
import { buildDemoApp, CAST, type DemoApp } from "./demo-app.ts";
import { lastMonth } from "./last-month.ts";
import { unzip } from "./unzip.ts";

interface List<Item> {
  readonly items: readonly Item[];
  readonly meta: { readonly total: number };
}

/** Figures shown twice agree with the postings. */
export function figuresAgree(workmen: number): void {
  let demo: DemoApp;
  let month: DemoMonth;
  let period: string;
  beforeAll(async () => {
    demo = await buildDemoApp();
    month = await lastMonth(demo, workmen);
    period = `periodStart=${month.periodStart}&periodEnd=${month.periodEnd}`;
  }, 900_000);
  afterAll(() => demo.close());

  const kopecks = (rubles: unknown) => BigInt(Math.round(Number(rubles) * 100));
  const sumOf = (list: readonly unknown[]) =>
    list.reduce<bigint>((sum, one) => sum + kopecks(one), 0n);
  async function read<Answer>(url: string, phone = MONTH_OWNER): Promise<Answer> {
    const { status, body, raw } = await demo.call(phone, "GET", url);
    expect(status, `${url}: ${raw.toString()}`).toBe(200);
    return body as Answer;
  }
  const open = <Answer>(path: string, phone?: string) =>
    read<Answer>(`/open-api/v1/${path}`, phone);
  const reconciliation = () =>
    read<Reconciliation>(`/client-api/transaction/reconciliation?${period}`);
  async function all<Item>(url: string): Promise<Item[]> {
    const found: Item[] = [];
    for (let page = 1; ; page += 1) {
      const { items, meta } = await read<List<Item>>(
        `${url}${url.includes("?") ? "&" : "?"}perPage=100&page=${page}`,
      );
      found.push(...items);
      if (items.length === 0 || found.length >= meta.total) return found;
    }
  }
  /** By business day, signed for the owner. */
  async function booked(...codes: string[]): Promise<bigint> {
    const { rows } = await sql<{ sum: bigint }>`
      SELECT coalesce(-sum(p.amount_kopecks), 0)::bigint AS sum
      FROM postings p
      JOIN ledger_accounts a ON a.id = p.ledger_account_id
      JOIN ledger_entries e ON e.id = p.entry_id
      WHERE a.account_id = ${month.accountId}
        AND a.code = ANY (${codes}::text[])
        AND e.business_date BETWEEN ${month.periodStart}::date AND ${month.periodEnd}::date`.execute(
      demo.database.kysely,
    );
    return rows[0]?.sum ?? 0n;
  }
  async function fileOf(order: object): Promise<Buffer> {
    const { body, raw, status } = await demo.call(
      MONTH_OWNER,
      "POST",
      "/open-api/v1/universal-exports",
      { periodStart: month.periodStart, periodEnd: month.periodEnd, ...order },
    );
    expect(status, raw.toString()).toBe(200);
    await demo.runTasksUntilIdle();
    const url = `/open-api/v1/universal-exports/${String(body["id"])}/file`;
    return (await demo.call(MONTH_OWNER, "GET", url)).raw;
  }
  async function columnsOf(type: string): Promise<(like: RegExp) => string[]> {
    const file = await fileOf({ types: [type], format: "csv" });
    const [bytes = file] =
      file.subarray(0, 2).toString() === "PK" ? [...unzip(file).values()] : [file];
    const [header = [], ...rows] = new TextDecoder("windows-1251")
      .decode(bytes)
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(";").map((cell) => cell.replace(/^"|"$/g, "")));
    return (like) => {
      const index = header.findIndex((one) => like.test(one));
      expect(index, `${like.source} of ${header.join()}`).toBeGreaterThanOrEqual(0);
      return rows.map((row) => row[index] ?? "");
    };
  }
  const numbers = (cells: readonly string[]) =>
    sumOf(cells.map((cell) => cell.replaceAll(/[\s\u00a0]/g, "").replace(",", ".") || 0));
  const ofKind = (found: Reconciliation, id: string) =>
    kopecks(found.kinds.find(({ type }) => type.id === id)?.total ?? 0);

  async function registries(): Promise<{ row: Registry; page: PayrollInfo }[]> {
    const rows = await all<Registry>("/open-api/v1/payroll-registries");
    return Promise.all(
      rows.map(async (row) => ({
        row,
        page: await open<PayrollInfo>(`payroll-registries/${row.id}/info`),
      })),
    );
  }

  test("a registry says on its list and its page what happened, and all of them what the reconciliation says", async () => {
    const found = await reconciliation();
    const both = await registries();
    for (const { row, page } of both) {
      expect(row.amount).toBe(page.paidAmount);
      expect([row.doneCount, row.failedCount, row.errorsCount]).toEqual([
        page.paidCount,
        page.failedCount,
        page.errorsCount,
      ]);
      const payouts = await all<Payout>(`/open-api/v1/payouts?registryID=${row.id}`);
      const paid = payouts.filter(({ state }) => state.id === "PAID");
      expect([paid.length, sumOf(paid.map(({ amount }) => amount))]).toEqual([
        row.doneCount,
        kopecks(row.amount),
      ]);
    }
    const charged = sumOf(both.map(({ page }) => page.commission));
    expect(charged).toBe(-ofKind(found, "COMMISSION"));
    expect(charged).toBe(await booked("REV_COMM", "VAT_BUDGET"));
    // Three of the second week came back.
    expect(both.some(({ row }) => row.failedCount > 0)).toBe(true);
  });

  test("the VAT of the month's act is calculated once, and the books follow it", async () => {
    const [act, ...others] = await all<PlatformAct>(`/client-api/act/list?${period}`);
    expect(others).toEqual([]);
    const amount = kopecks(act?.amount);
    expect(amount).toBe(await booked("REV_COMM", "VAT_BUDGET"));
    const { rows } = await sql<{ ppm: bigint }>`
      SELECT value AS ppm FROM rates
      WHERE code = 'vat-ppm' AND from_date <= ${month.periodEnd}::date
      ORDER BY from_date DESC
      LIMIT 1`.execute(demo.database.kysely);
    expect(kopecks(act?.vat)).toBe(vatInside(amount, Number(rows[0]?.ppm)));
    expect(kopecks(act?.vat)).toBe(await booked("VAT_BUDGET"));
  });

  test("the tick of the bank's statement counts money that nobody has recognised", async () => {
    const bank = await read<BankReconciliation>(
      `/client-api/transaction/bank-reconciliation?${period}`,
    );
    const waiting = (await all<IncomingPayment>("/open-api/v1/incoming-payments")).filter(
      ({ state }) => state.id === "UNRECOGNIZED",
    );
    expect(waiting).not.toEqual([]);
    expect(bank.isMatched).toBe(false);
    expect(
      bank.mismatches.map(({ reason, bankAmount }) => ({ reason: reason.id, bankAmount })),
    ).toEqual(waiting.map(({ amount }) => ({ reason: "UNRECOGNIZED", bankAmount: amount })));
  });

  test("money that came back is a line of the balance, and leads to its payouts", async () => {
    const { returned } = await reconciliation();
    const bank = await read<BankReconciliation>(
      `/client-api/transaction/bank-reconciliation?${period}`,
    );
    const payouts = await all<Payout>("/open-api/v1/payouts?states=RETURNED,FAILED");
    const back = bank.turnovers.find(({ kind }) => kind.id === "RETURNED");
    expect(returned).toEqual({ count: 3, amount: back?.books });
    expect([payouts.length, sumOf(payouts.map(({ toTransfer }) => toTransfer))]).toEqual([
      returned.count,
      kopecks(returned.amount),
    ]);
    // Valid receipt and signed act: the texts are the law's.
    for (const { id, payoutNote, act } of payouts) {
      expect(payoutNote).toContain("422-ФЗ");
      const receipt = (await all<Receipt>("/open-api/v1/receipts")).find((one) => one.id === id);
      const paper = await open<JobDocument>(`job-documents/${act?.id}`);
      expect([receipt?.payoutNote, paper.payoutNote]).toEqual([payoutNote, payoutNote]);
    }
  });

  test("the file of operations adds up to the movement, with freezes apart", async () => {
    const found = await reconciliation();
    const column = await columnsOf("TRANSACTIONS");
    expect(numbers(column(/^Сумма/))).toBe(kopecks(found.movement.total));
    const frozen = found.kinds.filter(({ type }) => type.id.startsWith("HOLD"));
    expect(numbers(column(/^Заморожено/))).toBe(sumOf(frozen.map(({ available }) => available)));
  });

  test("the payer of the file for 1С is the payer of the bank's line", async () => {
    const { documents } = readClientBank(await fileOf({ types: ["TRANSACTIONS"], format: "1c" }));
    const payments = (await all<IncomingPayment>("/open-api/v1/incoming-payments")).filter(
      ({ state }) => state.id === "ASSIGNED",
    );
    const incoming = documents.filter((one) => one.get("ДатаПоступило") !== "");
    expect(incoming.map((one) => [one.get("Плательщик1"), one.get("ПлательщикИНН")])).toEqual(
      payments.map(({ payer }) => [payer?.name, payer?.inn]),
    );
  });

  test("a registry has one name in operations, payouts, notices and files", async () => {
    const names = (await all<Registry>("/open-api/v1/payroll-registries")).map(
      ({ id, number }) => ({
        id,
        title: `Реестр выплат № ${number}`,
      }),
    );
    const named = (
      list: readonly { readonly registry: { id: number; title: string } | null }[],
    ) => {
      const seen = new Map(
        list.flatMap(({ registry }) => (registry ? [[registry.id, registry]] : [])),
      );
      return [...seen.values()].sort((one, other) => other.id - one.id);
    };
    expect(named(await all<Transaction>(`/client-api/transaction/list?${period}`))).toEqual(names);
    expect(named(await all<Payout>("/open-api/v1/payouts"))).toEqual(names);
    for (const type of ["TRANSACTIONS", "PAYOUTS", "RECEIPTS"])
      expect([...new Set((await columnsOf(type))(/^Реестр/))].filter(Boolean).sort()).toEqual(
        names.map(({ title }) => title).sort(),
      );
    const { rows } = await sql<{ type: string; resource: object }>`
      SELECT n.type, n.resource FROM notices n
      WHERE n.account_id = ${month.accountId} AND n.resource -> 'registry' ? 'kind'`.execute(
      demo.database.kysely,
    );
    const texts = rows.map(({ type, resource }) => viewNotice({ type, resource } as never).text);
    expect(texts).not.toEqual([]);
    for (const text of texts) expect(text).toMatch(/^Реестр выплат № \d+ /);
  });

  test("the income towards the limit is one figure for the company, its list, the file and the workman", async () => {
    const { rows } = await sql<{ phone: string; id: number }>`
      SELECT p.phone, w.id
      FROM employments e
      JOIN account_users u ON u.account_id = e.account_id AND u.state = 'ACTIVE'
      JOIN people o ON o.id = u.person_id AND o.phone = ${CAST.owner}
      JOIN workmen w ON w.id = e.workman_id AND w.smz_state = 'LIMITED'
      JOIN people p ON p.id = w.person_id
      WHERE e.state = 'ACTIVE'`.execute(demo.database.kysely);
    expect(rows).not.toEqual([]);
    for (const { phone, id } of rows) {
      const { items } = await open<List<WorkmanLimit>>("risks/limits?perPage=100", CAST.owner);
      const risk = items.find(({ workman }) => workman.id === id);
      const taxes = await open<TaxYear>("workman/taxes", phone);
      const employees = await open<
        List<{ workman: { id: number } | null; yearIncome: number | null }>
      >("employees?perPage=100", CAST.owner);
      const employee = employees.items.find(({ workman }) => workman?.id === id);
      expect([risk?.earned, employee?.yearIncome]).toEqual([taxes.limitUsed, taxes.limitUsed]);
      expect(risk?.outside).toBe(taxes.outsideIncome);
      expect(risk?.outside).toBeGreaterThan(0);
      expect([risk?.left, (risk?.percent ?? 0) >= 100]).toEqual([0, true]);
    }
    const workmen = await all<{ yearIncome: number | null }>("/open-api/v1/employees");
    expect(numbers((await columnsOf("WORKMEN"))(/^Доход за год/))).toBe(
      sumOf(workmen.map(({ yearIncome }) => yearIncome ?? 0)),
    );
  });

  test("a line of the bank is found by its INN, sum or number in each list, and leads to the postings", async () => {
    const [payout] = await all<Payout>("/open-api/v1/payouts?states=PAID");
    const { rows } = await sql<{ inn: string }>`
      SELECT inn FROM workmen WHERE id = ${payout?.workman.id ?? 0}`.execute(demo.database.kysely);
    const sum = (payout?.toTransfer ?? 0).toFixed(2).replace(".", ",");
    for (const text of [
      rows[0]?.inn,
      sum,
      `${month.accountId}-${payout?.id}-1`,
      String(payout?.id),
    ]) {
      const search = `search=${encodeURIComponent(text ?? "")}`;
      const payouts = await all<Payout>(`/open-api/v1/payouts?${search}`);
      const receipts = await all<Receipt>(`/open-api/v1/receipts?${search}`);
      const operations = await all<Transaction>(`/client-api/transaction/list?${search}`);
      for (const ids of [
        payouts.map(({ id }) => id),
        receipts.map(({ id }) => id),
        operations.map(({ payoutID }) => payoutID),
      ])
        expect(ids, text).toContain(payout?.id);
    }
    const { items } = await open<{ items: Posting[] }>(`payouts/${payout?.id}/postings`);
    expect([...new Set(items.map(({ event }) => event.id))]).toEqual(
      expect.arrayContaining(["HOLD", "EARNED", "PAYOUT_SENT", "PAYOUT_CONFIRMED"]),
    );
  });

  // Last: it changes what the others read.
  test("a refund tells its share of the commission, and every sum follows it", async () => {
    const before = await registries();
    const [payout] = await all<Payout>("/open-api/v1/payouts?states=RETURNED");
    const path = `/open-api/v1/payouts/${payout?.id}/give-up`;
    expect((await demo.call(MONTH_OWNER, "POST", path, {})).status).toBe(200);
    await demo.runTasksUntilIdle();
    const today = (
      await all<Transaction>("/client-api/transaction/list?types=REFUND_TO_CUSTOMER")
    )[0];
    const commission = kopecks(today?.commission);
    expect(commission).toBeGreaterThan(0n);
    expect(kopecks(today?.amount)).toBe(kopecks(payout?.amount) + commission);
    const charged = (list: typeof before) => sumOf(list.map(({ page }) => page.commission));
    expect(charged(before) - charged(await registries())).toBe(commission);
    const now = await open<Payout>(`payouts/${payout?.id}`);
    expect(now.payoutNote).toContain("чек аннулирован");
  });
}
