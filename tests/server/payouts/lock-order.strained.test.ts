import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/data/transaction.ts";
import { AppError } from "#server/http/app-error.ts";
import { auditLedger } from "#server/money/ledger/index.ts";
import { undoPayroll } from "#server/modules/registries/payroll/start-payroll.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { aWorkman, type TestWorkman } from "#tests/support/factories/a-workman.ts";
import { topUp } from "#tests/support/factories/an-account.ts";
import { buildOfferScene, type OfferScene } from "#tests/support/offer-scene.ts";
import { makePayrollEngine, ownerOf, type PayrollEngine } from "#tests/support/payroll-engine.ts";
import { aReadyRegistry } from "#tests/support/ready-registry.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

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
    const [id] = await payoutsIn("READY", "PAID", "RETURNED");
    if (id !== undefined)
      await asOwner(`/receipts/${id}/reverse`, { reasonID: "REFUND", comment: "Акт № 1" });
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
};

/** Enough to do for the next pair. */
async function restock(): Promise<void> {
  await sql`
    UPDATE sandbox.switches SET return_next = ${below(2)}, fail_next = ${below(2)}`.execute(db());
  await sql`
    UPDATE sandbox.taxpayers SET bound = ${below(3) > 0} WHERE inn = ${pick(workmen).inn}`.execute(
    db(),
  );
  await sql`UPDATE workmen SET smz_state = 'OK'`.execute(db());
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
  // Known: a retried receipt locks the worker's year before its registry's counters, a start the other
  // way round. The transaction is run again by itself (`data/transaction.ts`); nobody sees it.
  expect(guilty.filter((pair) => !pair.includes("retryPayout"))).toEqual([]);
  expect(await auditLedger(db())).toEqual(CLEAN);
}, 600_000);
