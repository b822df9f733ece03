import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { vatInside } from "#contract/values/money.ts";
import { auditLedger, balanceOfAccount } from "#server/money/ledger/index.ts";
import { releaseOffer, type HeldOffer } from "#server/modules/job-offers/offer-money.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { aWorkman, type TestWorkman } from "#tests/support/factories/a-workman.ts";
import { buildOfferScene, type OfferScene } from "#tests/support/offer-scene.ts";

let scene: OfferScene;
beforeAll(async () => {
  scene = await buildOfferScene();
});
afterAll(() => scene.product.close());
beforeEach(async () => {
  await sql`UPDATE sandbox.switches SET return_next = 0, fail_next = 0`.execute(db());
});

const db = () => scene.product.database.kysely;
const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };
const post = (phone: string, path: string, input: Record<string, unknown>) =>
  scene.call(phone, "POST", `/job-offer/${path}`, input);

/** Kopecks that entered and left the customer's frozen money, by event. */
async function frozen(offerId: number): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ event: string; kopecks: bigint }>`
    SELECT e.event_type AS event, sum(-p.amount_kopecks)::bigint AS kopecks
    FROM ledger_entries e
    JOIN postings p ON p.entry_id = e.id
    JOIN ledger_accounts a ON a.id = p.ledger_account_id AND a.code = 'CUST_RES'
    WHERE (e.source_type = 'offer' AND e.source_id = ${offerId})
      OR p.payout_id = (SELECT payout_id FROM job_offers WHERE id = ${offerId})
    GROUP BY e.event_type ORDER BY 1`.execute(db());
  return Object.fromEntries(rows.map((row) => [row.event, row.kopecks]));
}

/** Runs bank and tax service to their end. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    scene.product.clock.advance(60_000);
    await scene.product.runTasksUntilIdle();
  }
}

const signAct = (offerId: number) =>
  inTransaction(scene.product.db.kysely, async (trx) => {
    const { rows } = await sql<{
      payout_id: bigint;
    }>`SELECT payout_id FROM job_offers WHERE id = ${offerId}`.execute(trx);
    await scene.product.app.events.publish(trx, "acts.signed", {
      payouts: [{ accountId: scene.account, id: rows[0]?.payout_id as bigint }],
      at: scene.product.clock.now(),
    });
  });
const rejectAct = (offerId: number) =>
  inTransaction(scene.product.db.kysely, async (trx) => {
    const { rows } = await sql<{
      payout_id: bigint;
    }>`SELECT payout_id FROM job_offers WHERE id = ${offerId}`.execute(trx);
    await scene.product.app.events.publish(trx, "act.rejected", {
      payout: { accountId: scene.account, id: rows[0]?.payout_id as bigint },
      at: scene.product.clock.now(),
    });
  });

describe("an accepted result", () => {
  test("becomes an act that the worker accepted beforehand, a receipt and a payment, to the kopeck", async () => {
    const before = await balanceOfAccount(db(), scene.account);
    const { id } = await scene.offer("COMPLETED", {
      rubles: 1999.99,
      isActRequired: false,
      job: { title: "Переклеить ценники" },
    });
    const { body } = await post(scene.owner, "result-accept", { jobOfferID: id });
    expect(body).toMatchObject({
      state: { id: "RESULTACCEPTED" },
      act: { state: { id: "AUTO_SIGNED" } },
      payout: { state: { id: "RECEIPT_PENDING" } },
      job: { state: { id: "FINISHED" }, isPaid: true },
    });
    await settle();
    expect(await scene.state(id)).toMatchObject({
      offer: "FINISHED",
      job: "FINISHED",
      payout: "PAID",
    });
    const commission = 6000n;
    expect(await frozen(id)).toEqual({
      HOLD: 199_999n + commission,
      EARNED: -(199_999n + commission),
    });
    const { rows } = await sql`
        SELECT commission_kopecks, vat_kopecks, registry_id
        FROM payouts
        WHERE id = (SELECT payout_id FROM job_offers WHERE id = ${id})`.execute(db());
    expect(rows).toEqual([
      {
        commission_kopecks: commission,
        vat_kopecks: vatInside(commission, 220_000),
        registry_id: null,
      },
    ]);
    const after = await balanceOfAccount(db(), scene.account);
    expect(before.available - after.available).toBe(205_999n);
    expect(after.reserved).toBe(before.reserved);
    const read = await scene.call(scene.workman.phone, "GET", "/job-offer/info", {
      jobOfferID: id,
    });
    expect(read.body).toMatchObject({
      receipt: { state: { id: "REGISTERED" }, link: expect.stringContaining("/receipt/") },
      payout: { state: { id: "PAID" } },
      commission: null,
    });
    const receipts = await sql<{
      service_name: string;
    }>`
      SELECT service_name
      FROM sandbox.tax_incomes
      WHERE operation_id LIKE '%-' || (SELECT payout_id FROM job_offers WHERE id = ${id})`.execute(
      db(),
    );
    expect(receipts.rows).toEqual([{ service_name: "Услуги: погрузка и разгрузка" }]);
    expect(await auditLedger(db())).toEqual(CLEAN);
  });

  test("tells the screens of both sides each step of the payment", async () => {
    const heard: string[] = [];
    scene.product.app.hub.onAny(({ to, resource }) => {
      if (resource === "payouts") heard.push(to);
    });
    const { id } = await scene.offer("COMPLETED");
    await post(scene.owner, "result-accept", { jobOfferID: id });
    await expect
      .poll(() => heard)
      .toEqual([`account:${scene.account}`, expect.stringMatching(/^person:/)]);
    await signAct(id);
    await settle();
    expect(await scene.state(id)).toMatchObject({ payout: "PAID" });
    // Opened, act signed, receipt registered, ordered.
    await expect
      .poll(() => heard.filter((to) => to.startsWith("account:")).length)
      .toBeGreaterThanOrEqual(4);
    expect(new Set(heard).size).toBe(2);
  });

  test("waits for the worker's signature where the job asks for a signed act", async () => {
    const { id } = await scene.offer("COMPLETED");
    const { body } = await post(scene.owner, "result-accept", { jobOfferID: id });
    expect(body).toMatchObject({
      act: { state: { id: "SENT" } },
      payout: { state: { id: "ACT_PENDING" } },
    });
    await settle();
    expect(await scene.state(id)).toMatchObject({ offer: "RESULTACCEPTED", payout: "ACT_PENDING" });
    await signAct(id);
    await signAct(id);
    await settle();
    expect(await scene.state(id)).toMatchObject({ offer: "FINISHED", payout: "PAID" });
  });

  test("is the worker's to be paid: its money is released by no way of the offer", async () => {
    const { id } = await scene.offer("COMPLETED");
    await post(scene.owner, "result-accept", { jobOfferID: id });
    const before = await balanceOfAccount(db(), scene.account);
    const { rows } = await sql<HeldOffer>`
      SELECT account_id, id, hold_id, amount_kopecks, commission_kopecks
      FROM job_offers
      WHERE id = ${id}`.execute(db());
    await expect(
      inTransaction(scene.product.db.kysely, (trx) =>
        releaseOffer(trx, rows[0] as HeldOffer, scene.product.clock.now()),
      ),
    ).rejects.toMatchObject({ code: "conflict" });
    expect(await balanceOfAccount(db(), scene.account)).toEqual(before);
  });

  test("whose act the worker rejects is not paid: the money and the commission go back", async () => {
    const before = await balanceOfAccount(db(), scene.account);
    const { id, jobId } = await scene.offer("COMPLETED");
    await post(scene.owner, "result-accept", { jobOfferID: id });
    await rejectAct(id);
    expect(await scene.state(id)).toMatchObject({ payout: "CANCELED", job: "COMPLETED" });
    expect(await balanceOfAccount(db(), scene.account)).toEqual(before);
    expect(
      (await scene.call(scene.owner, "GET", "/job/info", { jobID: jobId })).body,
    ).toMatchObject({ isPaid: false });
    await expect(rejectAct(id)).rejects.toMatchObject({ code: "conflict" });
  });

  test("is accepted once, even by two at once", async () => {
    const { id } = await scene.offer("COMPLETED");
    const answers = await Promise.all(
      [1, 2].map(() => post(scene.owner, "result-accept", { jobOfferID: id })),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
    const { rows } = await sql`
        SELECT count(*)::integer AS n
        FROM payouts
        WHERE job_id = (SELECT job_id FROM job_offers WHERE id = ${id})`.execute(db());
    expect(rows).toEqual([{ n: 1 }]);
  });

  test("is refused while the worker's income cannot be registered, in words that say what to do", async () => {
    const worker = await aWorkman(db());
    const { id } = await scene.offer("COMPLETED", { workman: worker });
    await sql`UPDATE workmen SET smz_state = 'NOACCESS' WHERE id = ${worker.id}`.execute(db());
    expect((await post(scene.owner, "result-accept", { jobOfferID: id })).body).toMatchObject({
      code: "conflict",
      message:
        "Нет доступа к «Мой налог» исполнителя. Попросите его подключить платформу и повторите",
    });
    await sql`UPDATE workmen SET smz_state = 'OK' WHERE id = ${worker.id}`.execute(db());
    expect((await post(scene.owner, "result-accept", { jobOfferID: id })).status).toBe(200);
  });

  test("which the bank sends back may be given up: everything returns to the customer", async () => {
    const before = await balanceOfAccount(db(), scene.account);
    const { id } = await scene.offer("COMPLETED", { isActRequired: false });
    await sql`UPDATE sandbox.switches SET return_next = 1 WHERE service = 'bank'`.execute(db());
    await post(scene.owner, "result-accept", { jobOfferID: id });
    await settle();
    await settle();
    // Paid, then returned.
    expect(await scene.state(id)).toMatchObject({
      offer: "RESULTACCEPTED",
      payout: expect.stringMatching(/RETURNED|FAILED/),
    });
    const payoutId = (
      await sql<{ payout_id: bigint }>`
        SELECT payout_id FROM job_offers WHERE id = ${id}`.execute(db())
    ).rows[0]?.payout_id;
    const headers = await scene.product.signIn(scene.owner);
    const act = (verb: string) =>
      scene.product.http.inject({
        method: "POST",
        url: `/open-api/v1/payouts/${payoutId}/${verb}`,
        headers,
      });
    expect((await act("give-up")).statusCode).toBe(200);
    expect(await scene.state(id)).toMatchObject({ payout: "CANCELED" });
    expect(await balanceOfAccount(db(), scene.account)).toEqual(before);
    expect((await act("retry")).statusCode).toBe(409);
  });

  test("which the bank refuses is paid by the second try, and then the offer is paid", async () => {
    const { id } = await scene.offer("COMPLETED", { isActRequired: false });
    await sql`UPDATE sandbox.switches SET fail_next = 1 WHERE service = 'bank'`.execute(db());
    await post(scene.owner, "result-accept", { jobOfferID: id });
    await settle();
    const payoutId = (
      await sql<{ payout_id: bigint }>`
        SELECT payout_id FROM job_offers WHERE id = ${id}`.execute(db())
    ).rows[0]?.payout_id;
    const retried = await scene.product.http.inject({
      method: "POST",
      url: `/open-api/v1/payouts/${payoutId}/retry`,
      headers: await scene.product.signIn(scene.workman.phone),
    });
    expect([retried.statusCode, retried.json()]).toMatchObject([
      200,
      { state: { id: "READY" }, triesCount: 2, failureReason: null },
    ]);
    await settle();
    expect(await scene.state(id)).toMatchObject({ offer: "FINISHED", payout: "PAID" });
  });
});

describe("many results at once", () => {
  test("are paid in one step; those that are not ready are named with the reason", async () => {
    const workers = await Promise.all([1, 2, 3].map(() => aWorkman(db())));
    const done: { id: number }[] = [];
    for (const workman of workers)
      done.push(await scene.offer("COMPLETED", { workman, rubles: 1500, isActRequired: false }));
    const running = await scene.offer("INPROGRESS", { workman: workers[0] as TestWorkman });
    await sql`UPDATE workmen SET smz_state = 'NOTSE' WHERE id = ${workers[2]?.id}`.execute(db());
    const ids = done.map((one) => one.id);
    const { body } = await post(scene.owner, "mass-result-accept", {
      jobOfferIDs: [...ids, running.id, 999_999_999, ids[0]],
    });
    expect(body).toEqual({
      acceptedCount: 2,
      acceptedAmount: 3000,
      failed: [
        {
          jobOfferID: ids[2],
          message:
            "Исполнитель не является самозанятым. Попросите его восстановить статус и повторите",
        },
        {
          jobOfferID: running.id,
          message: "Отклик в состоянии «Выполняется»: принять можно выполненный",
        },
        { jobOfferID: 999_999_999, message: "Отклик не найден" },
      ],
    });
    await settle();
    expect(await Promise.all(ids.map(async (id) => (await scene.state(id)).offer))).toEqual([
      "FINISHED",
      "FINISHED",
      "COMPLETED",
    ]);
    expect(await auditLedger(db())).toEqual(CLEAN);
  });
});

describe("what people read of the money", () => {
  test("the customer sees the freeze, the payment and the commission by job; the worker what he earned and got", async () => {
    const { id, jobId } = await scene.offer("COMPLETED", { rubles: 5000, isActRequired: false });
    await post(scene.owner, "result-accept", { jobOfferID: id });
    await settle();
    const lines = async (phone: string) =>
      (
        (await scene.call(phone, "GET", "/transaction/list", { jobID: jobId })).body
          .items as unknown as {
          type: { id: string };
          amount: number;
          job: { id: number } | null;
          workman: { id: number } | null;
        }[]
      ).map((one) => [one.type.id, one.amount, one.job?.id, one.workman?.id]);
    expect((await lines(scene.owner)).sort()).toEqual([
      ["COMMISSION", -150, jobId, scene.workman.id],
      ["HOLD", -5150, jobId, scene.workman.id],
      ["JOB_PAYMENT", -5000, jobId, scene.workman.id],
    ]);
    expect((await lines(scene.workman.phone)).sort()).toEqual([
      ["PAYOUT_CARD", -5000, jobId, scene.workman.id],
      ["WORKMAN_ACCRUAL", 5000, jobId, scene.workman.id],
    ]);
  });
});

/** Moves in any order; forbidden ones are refused and change nothing. */
const MOVES = [
  "accept",
  "start",
  "finish",
  "cancelByWorker",
  "cancelByCompany",
  "propose",
  "proposeNothing",
  "agree",
  "disagree",
  "withdraw",
  "acceptResult",
  "signAct",
  "rejectAct",
  "cancelJob",
  "pass72h",
  "settle",
] as const;
type Move = (typeof MOVES)[number];

async function make(move: Move, { id, jobId }: { id: number; jobId: number }, worker: TestWorkman, step: number): Promise<void> {
  const own = { jobOfferID: id };
  switch (move) {
    case "accept": return void (await post(scene.owner, "accept", own));
    case "start": return void (await post(worker.phone, "start", own));
    case "finish": return void (await post(worker.phone, "finish", own));
    case "cancelByWorker": return void (await post(worker.phone, "cancel", own));
    case "cancelByCompany": return void (await post(scene.owner, "cancel", own));
    case "propose": return void (await post(scene.owner, "arbitration", { ...own, amount: 900.37 + step * 111.11, reasonID: "PARTLY_DONE" }));
    case "proposeNothing": return void (await post(scene.owner, "arbitration", { ...own, amount: 0, reasonID: "OTHER" }));
    case "agree": return void (await post(worker.phone, "arbitration-accept", own));
    case "disagree": return void (await post(worker.phone, "arbitration-decline", own));
    case "withdraw": return void (await post(scene.owner, "arbitration-cancel", own));
    case "acceptResult": return void (await post(scene.owner, "result-accept", own));
    case "signAct": return void ((await scene.state(id)).payout === "ACT_PENDING" && (await signAct(id)));
    case "rejectAct": return void ((await scene.state(id)).payout === "ACT_PENDING" && (await rejectAct(id)));
    case "cancelJob":
      return inTransaction(scene.product.db.kysely, async (trx) => {
        const { rows } = await sql`
          UPDATE jobs
          SET state = 'CANCELED'
          WHERE id = ${jobId} AND state NOT IN ('FINISHED', 'CANCELED')
          RETURNING 1`.execute(trx);
        if (rows.length > 0) await scene.product.app.events.publish(trx, "job.canceled", { accountId: scene.account, jobId: BigInt(jobId), reasonId: null, comment: null, at: scene.product.clock.now() });
      });
    case "pass72h":
      scene.product.clock.advance(73 * 3_600_000);
      return scene.product.runTasksUntilIdle();
    case "settle": return settle();
  }
} // prettier-ignore

const LIVE = ["ACCEPTED", "INPROGRESS", "COMPLETED", "ARBITRATION"];

test(
  "whatever happens to an offer, in whatever order, what was frozen is paid, earned or given back",
  { timeout: 600_000 },
  async () => {
    const runs = Number(process.env["MONEY_RUNS"] ?? 0) > 0 ? 300 : 30;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...MOVES), { minLength: 3, maxLength: 14 }),
        async (moves) => {
          const worker = await aWorkman(db());
          const offer = await scene.offer("CREATED", { workman: worker, rubles: 1234.57 });
          // Half of the moves follow the usual course; random ones seldom get that far.
          const usual: Move[] = ["accept", "start", "finish"];
          for (const [step, move] of [...usual.slice(0, moves.length % 4), ...moves].entries())
            await make(move, offer, worker, step);
          const { offer: state, payout } = await scene.state(offer.id);
          const events = await frozen(offer.id);
          const left = Object.values(events).reduce((sum, one) => sum + one, 0n);
          const { rows } = await sql<{ left: bigint; sum: bigint }>`
        SELECT coalesce(sum(h.left_kopecks), 0)::bigint AS left,
          (SELECT amount_kopecks + commission_kopecks FROM job_offers WHERE id = ${offer.id}) AS sum
        FROM holds h
        WHERE h.purpose = 'offer' AND h.source_id = ${offer.id}`.execute(db());
          expect(left).toBe(rows[0]?.left);
          const isFrozen =
            LIVE.includes(state) ||
            (state === "RESULTACCEPTED" &&
              ["ACT_PENDING", "RECEIPT_PENDING", "RECEIPT_FAILED"].includes(payout ?? ""));
          expect(left).toBe(isFrozen ? rows[0]?.sum : 0n);
          expect(await auditLedger(db())).toEqual(CLEAN);
        },
      ),
      { numRuns: runs, seed: 20_261_121 },
    );
  },
);
