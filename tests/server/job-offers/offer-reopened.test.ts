import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLedger, balanceOfAccount } from "#server/money/ledger/index.ts";
import { buildOfferScene, OPENING_KOPECKS, type OfferScene } from "#tests/support/offer-scene.ts";

const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };

let scene: OfferScene;
/** Paid by earlier tests. */
let spent = 0n;
beforeAll(async () => {
  scene = await buildOfferScene();
  // A taxpayer with a bound card.
  await sql`
    INSERT INTO sandbox.taxpayers (inn) SELECT inn FROM workmen ON CONFLICT DO NOTHING`.execute(
    scene.product.database.kysely,
  );
});
afterAll(() => scene.product.close());
beforeEach(async () => {
  await scene.product.http.inject({
    method: "PUT",
    url: "/sandbox/api/bank/switches",
    payload: { answerAfterSeconds: 0, failNext: 0 },
  });
});

const db = () => scene.product.database.kysely;
const balance = () => balanceOfAccount(db(), scene.account);
const must = async (phone: string, path: string, jobOfferID: number, more: object = {}) => {
  const answer = await scene.call(phone, "POST", `/job-offer/${path}`, { jobOfferID, ...more });
  expect([answer.status, answer.status === 200 ? "" : answer.body.message]).toEqual([200, ""]);
  return answer.body;
};
const asked = async (id: number) =>
  (
    await sql<{
      act: bigint;
      payout: bigint;
    }>`SELECT act_id AS act, payout_id AS payout FROM job_offers WHERE id = ${id}`.execute(db())
  ).rows[0] as { act: bigint; payout: bigint };

/** Ways in which an accepted result ends unpaid. */
const ENDS: readonly [string, { isActRequired: boolean }, (id: number) => Promise<void>][] = [
  [
    "an act the worker refuses",
    { isActRequired: true },
    async (id) => {
      const { act } = await asked(id);
      const answer = await scene.product.http.inject({
        method: "POST",
        url: `/edoc-api/documents/${act}/reject-by-recipient`,
        headers: await scene.product.signIn(scene.workman.phone),
        payload: { id: Number(act), reasonID: "WRONG_AMOUNT" },
      });
      expect([answer.statusCode, answer.statusCode === 200 ? "" : answer.body]).toEqual([200, ""]);
    },
  ],
  [
    "a payout that is given up",
    { isActRequired: false },
    async (id) => {
      await scene.product.http.inject({
        method: "PUT",
        url: "/sandbox/api/bank/switches",
        payload: { failNext: 1 },
      });
      await scene.product.runTasksUntilIdle();
      const answer = await scene.product.http.inject({
        method: "POST",
        url: `/open-api/v1/payouts/${(await asked(id)).payout}/give-up`,
        headers: await scene.product.signIn(scene.owner),
      });
      expect([answer.statusCode, answer.statusCode === 200 ? "" : answer.body]).toEqual([200, ""]);
    },
  ],
];

describe.each(ENDS)("after %s", (_name, over, end) => {
  async function ended(): Promise<{ id: number; jobId: number }> {
    const offer = await scene.offer("COMPLETED", over);
    await must(scene.owner, "result-accept", offer.id);
    await end(offer.id);
    expect(await scene.state(offer.id)).toMatchObject({
      offer: "COMPLETED",
      job: "COMPLETED",
      payout: "CANCELED",
    });
    expect(await balance()).toEqual({ available: OPENING_KOPECKS - spent, reserved: 0n });
    return offer;
  }

  test("the result is accepted again, with another act, and paid once", async () => {
    const { id } = await ended();
    const before = await asked(id);
    expect(
      (await scene.call(scene.owner, "GET", "/job-offer/info", { jobOfferID: id })).body
        .permissions,
    ).toMatchObject({ resultAccept: true, arbitration: true });
    await must(scene.owner, "result-accept", id);
    expect(await asked(id)).not.toEqual(before);
    await sql`
      UPDATE job_documents SET state = 'SIGNED' WHERE id = ${(await asked(id)).act}`.execute(db());
    await sql`
      UPDATE payouts
      SET state = 'RECEIPT_PENDING'
      WHERE id = ${(await asked(id)).payout} AND state = 'ACT_PENDING'`.execute(db());
    await scene.product.http.inject({
      method: "PUT",
      url: "/sandbox/api/bank/switches",
      payload: { failNext: 0 },
    });
    scene.product.clock.advance(60_000);
    await scene.product.runTasksUntilIdle();
    spent += 10_300_00n;
    expect(await scene.state(id)).toMatchObject({
      offer: "FINISHED",
      job: "FINISHED",
      payout: "PAID",
    });
    expect(await balance()).toEqual({ available: OPENING_KOPECKS - spent, reserved: 0n });
    expect(await auditLedger(db())).toEqual(CLEAN);
  });

  test("another sum is agreed, or the job closes without a payment", async () => {
    const first = await ended();
    await must(scene.owner, "arbitration", first.id, { amount: 8000, reasonID: "DEFECTS" });
    await must(scene.workman.phone, "arbitration-accept", first.id);
    expect(await balance()).toEqual({
      available: OPENING_KOPECKS - spent - 8_240_00n,
      reserved: 8_240_00n,
    });
    await end(first.id);
    expect(await balance()).toEqual({ available: OPENING_KOPECKS - spent, reserved: 0n });
    await must(scene.owner, "arbitration", first.id, { amount: 0, reasonID: "DEFECTS" });
    await must(scene.workman.phone, "arbitration-accept", first.id);
    expect(await scene.state(first.id)).toMatchObject({ offer: "CANCELED", job: "CANCELED" });
    expect(await balance()).toEqual({ available: OPENING_KOPECKS - spent, reserved: 0n });
    expect(await auditLedger(db())).toEqual(CLEAN);
  });
});
