import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/data/transaction.ts";
import { AppError } from "#server/http/app-error.ts";
import { auditLedger, post } from "#server/money/ledger/index.ts";
import {
  openTaxPaymentsTask,
  taxDecisionTask,
} from "#server/money/workman-taxes/tasks/tax-decision.ts";
import { chooseCard } from "#server/money/workman-wallet/actions/choose-card.ts";
import { takePayment } from "#server/modules/invoices/actions/take-payment.ts";
import { changeVersion, proposeChanges } from "#server/modules/job-offers/index.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { undoPayroll } from "#server/modules/registries/payroll/scheduled-payroll.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { aWorkman, type TestWorkman } from "#tests/support/factories/a-workman.ts";
import { topUp } from "#tests/support/factories/an-account.ts";
import { buildOfferScene, type OfferScene } from "#tests/support/offer-scene.ts";
import { makePayrollEngine, ownerOf, type PayrollEngine } from "#tests/support/payroll-engine.ts";
import { aReadyRegistry } from "#tests/support/ready-registry.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

type ChangeableRow = Parameters<typeof changeVersion>[0];

const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };
/** Of each of the two commands, at the same moment. */
const AT_ONCE = 5;
const MORE_FUNDS = 500_000_000_00n;

let database: TestDatabase;
let scene: OfferScene;
/** A second process at the same database. */
let other: TestApp;
let engine: PayrollEngine;
let ownerId: number;
const workmen: TestWorkman[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  // Of every connection: a deadlock is found at once instead of after a second.
  await sql
    .raw(
      `ALTER DATABASE ${new URL(database.connectionString).pathname.slice(1)}
      SET deadlock_timeout = '50ms'`,
    )
    .execute(database.kysely);
  scene = await buildOfferScene({ database });
  other = await buildTestApp({ database });
  engine = makePayrollEngine(database.connectionString);
  await topUp(db(), scene.account, MORE_FUNDS);
  for (let index = 0; index < 6; index += 1) workmen.push(await aWorkman(db()));
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM people WHERE phone = ${scene.owner}`.execute(db());
  ownerId = rows[0]?.id as number;
  await sql`
    INSERT INTO invoices (account_id, state, bank_provider, amount_kopecks, valid_until, created_by,
      created_at)
    SELECT ${scene.account}, 'created', 'MAIN', 100000000 * n, '2100-01-01', ${ownerId}, now()
    FROM generate_series(1, 3) AS n`.execute(db());
  for (const { app } of [scene.product, other]) {
    app.hub.onAny(() => app.tasks.wake());
    app.tasks.start();
  }
});
afterAll(async () => {
  await other.close();
  await scene.product.close();
  await engine.close();
  await database.drop();
});

const db = () => database.kysely;
const { below, pick } = seededRandom(16);
const company = () => ({ accountId: scene.account, ownerId });

async function ids(query: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await sql<{ id: bigint }>`${query}`.execute(db());
  return rows.map(({ id }) => Number(id)).sort(() => below(3) - 1);
}
const offersIn = (...states: string[]) =>
  ids(sql`
    SELECT id FROM job_offers WHERE account_id = ${scene.account} AND state = ANY (${states})`);
const payoutsIn = (...states: string[]) =>
  ids(sql`
    SELECT id FROM payouts WHERE account_id = ${scene.account} AND state = ANY (${states})
    ORDER BY id DESC LIMIT 10`);

async function asOwner(path: string, body: object = {}): Promise<void> {
  const headers = await scene.product.signIn(scene.owner);
  await pick([scene.product, other]).http.inject({
    method: "POST",
    url: `/open-api/v1${path}`,
    headers,
    payload: body,
  });
}
const aboutOffer = async (verb: string, id: number | undefined, more: object = {}) => {
  if (id === undefined) return;
  await scene.call(scene.owner, "POST", `/job-offer/${verb}`, { jobOfferID: id, ...more });
};
const asWorker = async (
  worker: TestWorkman,
  method: "POST" | "DELETE",
  path: string,
  body: object = {},
): Promise<void> => {
  const { http } = pick([scene.product, other]);
  const headers = await scene.product.signIn(worker.phone);
  await http.inject({ method, url: `/open-api/v1/workman${path}`, headers, payload: body });
};
const onReceipt = async (verb: "retry" | "reissue", payoutState: string, ...states: string[]) => {
  const [id] = await ids(sql`
    SELECT r.payout_id AS id FROM receipts r
    JOIN payouts p ON p.account_id = r.account_id AND p.id = r.payout_id
    WHERE r.account_id = ${scene.account}
      AND p.state = ${payoutState}
      AND r.state = ANY (${states})
      AND r.reverse_reason IS DISTINCT FROM 'REFUND'
    ORDER BY r.payout_id DESC LIMIT 10`);
  if (id !== undefined) await asOwner(`/receipts/${id}/${verb}`);
};
const unknownPayment = async (): Promise<number | undefined> =>
  (
    await ids(sql`
      SELECT id FROM incoming_payments
      WHERE guessed_account_id = ${scene.account} AND account_id IS NULL AND return_state IS NULL
      ORDER BY id DESC LIMIT 10`)
  )[0];
const onPayout = async (verb: string, ...states: string[]) => {
  const [id] = await payoutsIn(...states);
  if (id !== undefined) await asOwner(`/payouts/${id}/${verb}`);
};

/** What moves money or waits for its locks; each takes some subject of the company. */
const COMMANDS: Readonly<Record<string, () => Promise<void>>> = {
  acceptOne: async () => aboutOffer("result-accept", (await offersIn("COMPLETED"))[0]),
  acceptMany: async () => {
    const jobOfferIDs = await offersIn("COMPLETED", "RESULTACCEPTED", "FINISHED");
    if (jobOfferIDs.length > 0)
      await scene.call(scene.owner, "POST", "/job-offer/mass-result-accept", { jobOfferIDs });
  },
  propose: async () =>
    aboutOffer("arbitration", (await offersIn("COMPLETED", "INPROGRESS"))[0], {
      amount: 8000 + below(4000),
      reasonID: "DEFECTS",
      comment: "Часть работы не сделана",
    }),
  agree: async () => {
    const [id] = await offersIn("ARBITRATION");
    if (id === undefined) return;
    const { rows } = await sql<{ phone: string }>`
      SELECT p.phone FROM job_offers o
      JOIN workmen w ON w.id = o.workman_id
      JOIN people p ON p.id = w.person_id
      WHERE o.id = ${id}`.execute(db());
    const phone = rows[0]?.phone as string;
    await scene.call(phone, "POST", "/job-offer/arbitration-accept", { jobOfferID: id });
  },
  cancelJobs: async () => {
    const jobIDs = await ids(sql`
      SELECT job_id AS id FROM job_offers
      WHERE account_id = ${scene.account} AND state IN ('ACCEPTED', 'CREATED', 'COMPLETED')
      ORDER BY random() LIMIT 3`);
    if (jobIDs.length > 0)
      await asOwner("/jobs/mass-force-cancel", { jobIDs, reasonID: "NOT_NEEDED" });
  },
  signOrRejectAct: async () => {
    const { product } = scene;
    const { rows } = await sql<{ id: bigint; job_id: bigint }>`
      SELECT id, job_id FROM payouts
      WHERE account_id = ${scene.account} AND state = 'ACT_PENDING' ORDER BY random() LIMIT 1`.execute(
      db(),
    );
    if (!rows[0]) return;
    const [key, at] = [{ accountId: scene.account, id: rows[0].id }, product.clock.now()];
    await inTransaction(product.db.kysely, (trx) =>
      below(2) === 0
        ? product.app.events.publish(trx, "acts.signed", { payouts: [key], at })
        : product.app.events.publish(trx, "act.rejected", { payout: key, at }),
    );
  },
  cancelPayout: () => onPayout("cancel", "RECEIPT_PENDING", "READY"),
  retryPayout: () => onPayout("retry", "RECEIPT_FAILED", "RETURNED", "FAILED"),
  giveUpPayout: () => onPayout("give-up", "RECEIPT_FAILED", "RETURNED", "FAILED"),
  reverseReceipt: async () => {
    const [id] = await payoutsIn(...pick([["PAID"], ["READY", "RETURNED"]]));
    if (id !== undefined)
      await asOwner(`/receipts/${id}/reverse`, {
        // Only a mistaken one is issued anew.
        reasonID: pick(["REFUND", "REGISTRATION_MISTAKE", "REGISTRATION_MISTAKE"]),
        comment: "Акт № 1",
      });
  },
  confirmRegistry: async () => {
    const pays = workmen.map(({ id }) => [id, BigInt(10_000 + below(1000))] as const);
    const registry = await aReadyRegistry(db(), company(), pays, engine.clock.now());
    await sql`DELETE FROM one_time_codes`.execute(db());
    await engine.confirm(registry);
  },
  undoRegistry: async () => {
    const { rows } = await sql<{ id: number; version: number; cancel_until: Date }>`
      SELECT id, version, cancel_until FROM registries
      WHERE account_id = ${scene.account} AND state = 'SCHEDULED' LIMIT 1`.execute(db());
    const registry = rows[0];
    if (!registry) return;
    const actor = await ownerOf(engine.db, { ...company(), registryId: registry.id } as never);
    await inTransaction(engine.db.kysely, (trx) =>
      undoPayroll(engine.platform, trx, actor, {
        ...registry,
        cancelUntil: registry.cancel_until.toISOString(),
      }),
    );
  },
  topUp: () => topUp(db(), scene.account, BigInt(1 + below(100))),
  withdraw: async () => {
    const worker = pick(workmen);
    const cardID = `card-${worker.phone}`;
    await asWorker(worker, "POST", "/payments/withdraw-by-card", { cardID, amount: 100 });
  },
  cancelWithdrawal: async () => {
    const worker = pick(workmen);
    const [id] = await ids(sql`
      SELECT id FROM withdrawals WHERE workman_id = ${worker.id} ORDER BY id DESC LIMIT 3`);
    if (id !== undefined) await asWorker(worker, "POST", `/payments/withdrawals/${id}/cancel`);
  },
  decideTaxes: async () => {
    const never = new AbortController().signal;
    await openTaxPaymentsTask(engine.platform).run(never);
    await taxDecisionTask(engine.platform).run(never);
  },
  reissueReceipt: () => onReceipt("reissue", "PAID", "REVERSED_BY_PLATFORM", "REVERSED_BY_WORKMAN"),
  retryReceipt: () => onReceipt("retry", "RECEIPT_FAILED", "ERROR"),
  returnPayment: async () => {
    const id = await unknownPayment();
    if (id !== undefined) await asOwner(`/incoming-payments/${id}/return`);
  },
  assignPayment: async () => {
    const id = await unknownPayment();
    const [invoiceID] = await ids(sql`
      SELECT id FROM invoices WHERE account_id = ${scene.account} LIMIT 3`);
    if (id !== undefined) await asOwner(`/incoming-payments/${id}/assign`, { invoiceID });
  },
  /** Refused under his lock, by what is open or by the code: the others must live on. */
  deleteWorker: () => asWorker(pick(workmen), "DELETE", "", { otp: "000000" }),
  /** As the task of an uploaded file does. */
  massChange: async () => {
    const { rows } = await sql<ChangeableRow>`
      SELECT id, state, amount_kopecks, commission_kopecks FROM job_offers
      WHERE account_id = ${scene.account} AND state IN ('COMPLETED', 'INPROGRESS')
      ORDER BY random() LIMIT 4`.execute(db());
    await inTransaction(engine.db.kysely, (trx) =>
      proposeChanges(engine.platform, trx, {
        accountId: scene.account,
        projectIds: null,
        changes: rows.map((row) => ({
          offerId: Number(row.id),
          version: changeVersion(row),
          newAmountKopecks: BigInt(800_000 + below(400_000)),
          reason: "DEFECTS",
          comment: "Часть работы не сделана",
        })),
        by: ownerId,
        at: engine.clock.now(),
      }),
    );
  },
  /** As the route does when the code has come. */
  chooseCard: async () => {
    const worker = pick(workmen);
    await inTransaction(engine.db.kysely, async (trx) => {
      await sql`SELECT 1 FROM workmen WHERE id = ${worker.id} FOR NO KEY UPDATE`.execute(trx);
      await chooseCard(trx, worker.id, `card-${worker.phone}`, engine.clock.now());
      await sql`UPDATE workmen SET payout_kind = 'CARD' WHERE id = ${worker.id}`.execute(trx);
    });
  },
};

let corrections = 0;
let turns = 0;

/** A month that is over is decided; each worker's once. */
async function giveTaxesAnEarlierMonth(): Promise<void> {
  turns += 1;
  const period = `2025${String(1 + (turns % 12)).padStart(2, "0")}`;
  await inTransaction(db(), async (trx) => {
    const { rows } = await sql<{ workman_id: number; was: string }>`
      WITH kept AS (
        SELECT a.id, a.workman_id, a.period AS was FROM ledger_accounts a
        WHERE a.code = 'WORK_TAX' AND a.balance_kopecks > 0 AND a.period >= '2026'
          AND NOT EXISTS (SELECT FROM ledger_accounts o
            WHERE o.code = 'WORK_TAX' AND o.workman_id = a.workman_id AND o.period = ${period})
          AND NOT EXISTS (SELECT FROM tax_payments t
            WHERE t.workman_id = a.workman_id AND t.period IN (a.period, ${period}))
        FOR UPDATE
      )
      UPDATE ledger_accounts l SET period = ${period} FROM kept WHERE l.id = kept.id
      RETURNING l.workman_id, kept.was`.execute(trx);
    for (const { workman_id: workmanId, was } of rows)
      await sql`
        UPDATE tax_reserves SET period = ${period}
        WHERE workman_id = ${workmanId} AND period = ${was}`.execute(trx);
  });
}

async function unknownMoneyComes(): Promise<void> {
  const at = scene.product.clock.now();
  const { rows } = await sql<{ inn: string }>`
    SELECT inn FROM accounts WHERE id = ${scene.account}`.execute(db());
  for (let index = 0; index < 3; index += 1)
    await inTransaction(db(), (trx) =>
      takePayment(engine.platform, trx, {
        paymentId: `unknown-${turns}-${index}`,
        bankProvider: "MAIN",
        amountKopecks: 1000n,
        payerInn: rows[0]?.inn ?? "",
        payerName: "ООО «Проба»",
        purpose: "Без счёта",
        at,
      }),
    );
}

/** Enough to do for the next pair. */
async function restock(): Promise<void> {
  await sql`
    UPDATE sandbox.switches SET return_next = ${below(2)}, fail_next = ${below(2)}`.execute(db());
  await sql`
    UPDATE sandbox.taxpayers SET bound = ${below(3) > 0} WHERE inn = ${pick(workmen).inn}`.execute(
    db(),
  );
  await sql`
    UPDATE workmen SET smz_state = 'OK', large_payouts_from = NULL,
      tax_payer = CASE WHEN id % 2 = 0 THEN 'PLATFORM' ELSE 'WORKMAN' END`.execute(db());
  await giveTaxesAnEarlierMonth();
  const at = scene.product.clock.now();
  for (const { id: workmanId } of workmen)
    await inTransaction(db(), (trx) =>
      post(trx, {
        event: "CORRECTION",
        source: { type: "correction", id: (corrections += 1) },
        accountId: null,
        at,
        businessDate: moscowDate(at),
        lines: [
          { code: "BANK", amountKopecks: 50_000n },
          { code: "WORK_AVAIL", workmanId, amountKopecks: -50_000n },
        ],
      }),
    );
  await unknownMoneyComes();
  const few = (await offersIn("COMPLETED")).length;
  await Promise.all(
    Array.from({ length: Math.max(0, 4 - few) }, () =>
      // A worker may just be without his tax status.
      scene
        .offer("COMPLETED", { workman: pick(workmen), isActRequired: below(2) === 0 })
        .catch(() => null),
    ),
  );
}

async function deadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()`.execute(
    db(),
  );
  return rows[0]?.deadlocks ?? 0;
}

const NAMES = Object.keys(COMMANDS);
const PAIRS = NAMES.flatMap((one, index) => NAMES.slice(index).map((two) => [one, two] as const));

/** A refusal is an answer; so is a deadlock here, as they are counted by the database. */
async function ignoreRefusal(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    const code = (error as { code?: string }).code;
    if (!(error instanceof AppError || code === "40P01")) throw error;
  });
}

test("every pair of money commands, several of each at once beside the background work: no deadlock", async () => {
  const guilty: string[] = [];
  let before = await deadlocks();
  for (const pair of PAIRS) {
    await restock();
    scene.product.clock.advance(10_000);
    other.clock.advance(10_000);
    engine.clock.advance(10_000);
    const work = pair.flatMap((name) =>
      Array.from({ length: AT_ONCE }, () => COMMANDS[name] as () => Promise<void>),
    );
    await Promise.all(work.map(ignoreRefusal));
    const now = await deadlocks();
    if (now > before) guilty.push(`${pair.join(" × ")}: ${now - before}`);
    before = now;
  }
  // The counter follows within a second.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  if ((await deadlocks()) > before) guilty.push("the last ones");
  expect(guilty).toEqual([]);
  expect(await auditLedger(db())).toEqual(CLEAN);
}, 1_800_000);
