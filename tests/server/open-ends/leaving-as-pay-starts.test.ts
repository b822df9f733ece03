import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { auditLedger, balanceOfAccount } from "#server/money/ledger/index.ts";
import { aPayroll, type Payroll } from "#tests/support/a-payroll.ts";
import { codeOn } from "#tests/support/codes.ts";
import { payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };
const FUNDS = 100_000_00n;
const [WORKER] = makePayrollWorkers(1);
const INN = WORKER?.inn ?? "";
const PHONE = `79${INN.slice(2, 11)}`;

let scene: Payroll;
let seed = 700;
const db = () => scene.product.database.kysely;
beforeEach(async () => {
  seed += 1;
  scene = await aPayroll({ workers: makePayrollWorkers(1), seed, funds: FUNDS });
});
afterEach(() => scene.product.close());

async function asWorker(method: "POST" | "DELETE", url: string, payload: object) {
  const headers = await scene.product.signIn(PHONE);
  const answer = await scene.product.http.inject({ method, url, headers, payload });
  return { status: answer.statusCode, body: answer.json<{ message?: string }>() };
}
/** @returns the call: the code is there already. */
async function leaving() {
  await asWorker("POST", "/open-api/v1/me/send-verification-code", { action: "WORKMAN_DELETE" });
  const otp = await codeOn(scene.product, PHONE);
  return () => asWorker("DELETE", "/open-api/v1/workman", { otp });
}
const uploaded = () =>
  scene.desk.upload(
    payrollCsv([
      {
        inn: INN,
        serviceCode: "0301",
        receiptText: "Доставка",
        workStart: "01.03.2026",
        workEnd: "05.03.2026",
        amount: "1000",
      },
    ]),
  );
async function start(): Promise<void> {
  scene.product.clock.advance(5 * 60_000);
  await scene.product.runTasksUntilIdle();
}
const waiting = async () => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db());
  return rows[0]?.n ?? 0;
};
const left = async () => {
  const { rows } = await sql<{ state: string; payouts: number }>`
    SELECT w.state, (SELECT count(*)::integer FROM payouts) AS payouts FROM workmen w`.execute(
    db(),
  );
  return rows[0];
};

test("a payroll that starts while its worker leaves pays him nothing: the row says why, the money is free", async () => {
  const id = await uploaded();
  // His status is fresh: the start need not ask the tax service, which would wait for him by itself.
  await scene.desk.dryRun(id);
  await scene.product.runTasksUntilIdle();
  const leave = await leaving();
  // Deletion comes here when it has judged what is open and is not committed yet.
  const holding = await db().startTransaction().execute();
  await sql`LOCK TABLE workman_services IN ACCESS EXCLUSIVE MODE`.execute(holding);
  const deleted = leave();
  await vi.waitFor(async () => expect(await waiting()).toBe(1), 60_000);
  await scene.desk.execute(id);
  const started = start();
  await Promise.race([started, vi.waitFor(async () => expect(await waiting()).toBe(2), 60_000)]);
  await holding.rollback().execute();
  await started;
  expect((await deleted).status).toBe(200);
  await scene.product.runTasksUntilIdle();
  expect(await left()).toEqual({ state: "DELETED", payouts: 0 });
  expect((await scene.desk.items(id)).items[0]).toMatchObject({
    state: { id: "VALIDATION_FAILED" },
    errors: [expect.objectContaining({ cause: expect.stringMatching(/^worker_/) })],
  });
  expect(await balanceOfAccount(db(), scene.customer.accountId)).toEqual({
    available: FUNDS,
    reserved: 0n,
  });
  expect(await auditLedger(db())).toEqual(CLEAN);
});

test("who is about to be paid by a started payroll does not leave", async () => {
  const leave = await leaving();
  await scene.desk.execute(await uploaded());
  const [answer] = await Promise.all([leave(), start()]);
  expect(answer.status).toBe(409);
  expect(await left()).toEqual({ state: "ACTIVE", payouts: 1 });
});
