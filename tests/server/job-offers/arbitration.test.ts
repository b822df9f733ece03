import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLedger, balanceOfAccount } from "#server/money/ledger/index.ts";
import { aWorkman } from "#tests/support/factories/a-workman.ts";
import { aPersonWithRole, topUp } from "#tests/support/factories/an-account.ts";
import { buildOfferScene, type OfferScene } from "#tests/support/offer-scene.ts";

let scene: OfferScene;
beforeAll(async () => {
  scene = await buildOfferScene();
});
afterAll(() => scene.product.close());

const db = () => scene.product.database.kysely;
const post = (phone: string, path: string, input: Record<string, unknown>) =>
  scene.call(phone, "POST", `/job-offer/${path}`, input);
const propose = (jobOfferID: number, amount: number, phone = scene.owner) =>
  post(phone, "arbitration", {
    jobOfferID,
    amount,
    reasonID: "PARTLY_DONE",
    comment: "Сделана половина",
  });
const balance = () => balanceOfAccount(db(), scene.account);
const decide = (id: number, verdict: "approve" | "reject") =>
  scene.product.http.inject({
    method: "POST",
    url: `/sandbox/api/moderation/arbitration/${id}/${verdict}`,
    payload: { comment: "По переписке сторон" },
  });

describe("a customer proposes another payout", () => {
  test("and the worker reads what was and what would be", async () => {
    const { id } = await scene.offer("COMPLETED");
    const { body } = await propose(id, 8000);
    expect(body).toMatchObject({
      state: { id: "ARBITRATION" },
      amount: 10_000,
      arbitration: {
        amount: 10_000,
        newAmount: 8000,
        reason: { title: "Работа выполнена частично" },
        comment: "Сделана половина",
        declinedCount: 0,
        declineComment: null,
      },
    });
    expect(
      (await scene.call(scene.workman.phone, "GET", "/job-offer/info", { jobOfferID: id })).body
        .permissions,
    ).toMatchObject({ arbitrationAccept: true, arbitrationDecline: true });
    expect((await post(scene.owner, "result-accept", { jobOfferID: id })).status).toBe(409);
    expect((await propose(id, 7000)).status).toBe(409);
  });

  test("which must differ, be a sum, and be within what the company has", async () => {
    const { id } = await scene.offer("COMPLETED");
    expect((await propose(id, 10_000)).body.errors).toEqual({
      amount: ["Укажите сумму, которая отличается от нынешней"],
    });
    expect((await propose(id, 0.5)).body.errors).toEqual({
      amount: ["Укажите сумму не меньше 1 ₽"],
    });
    expect((await propose(id, 7000.001)).status).toBe(422);
    expect((await propose(id, 2_400_000)).body).toMatchObject({
      code: "insufficient_funds",
      needed: expect.any(Number),
      available: expect.any(Number),
    });
    const { phone } = await aPersonWithRole(db(), scene.account, "RECRUITER");
    expect((await propose(id, 9000, phone)).status).toBe(403);
  });

  test("and may take the proposal back: everything is as it was", async () => {
    const before = await balance();
    const { id } = await scene.offer("INPROGRESS");
    await propose(id, 12_000);
    expect((await post(scene.owner, "arbitration-cancel", { jobOfferID: id })).body).toMatchObject({
      state: { id: "INPROGRESS" },
      arbitration: null,
    });
    expect((await balance()).reserved - before.reserved).toBe(1_030_000n);
    expect((await post(scene.owner, "arbitration-cancel", { jobOfferID: id })).status).toBe(409);
  });
});

describe("the worker has 48 hours", () => {
  test("without an answer everything is as it was, and silence is no refusal", async () => {
    const before = await balance();
    const { id } = await scene.offer("INPROGRESS");
    const { body } = await propose(id, 8000);
    expect(
      Date.parse(body.arbitration?.answerUntil ?? "") -
        Date.parse(body.arbitration?.openedAt ?? ""),
    ).toBe(48 * 3_600_000);
    scene.product.clock.advance(47 * 3_600_000);
    await scene.product.runTasksUntilIdle();
    expect((await scene.state(id)).offer).toBe("ARBITRATION");
    scene.product.clock.advance(3_600_001);
    expect(
      (await post(scene.workman.phone, "arbitration-accept", { jobOfferID: id })).body.message,
    ).toBe("Срок ответа истёк: выплата остаётся прежней");
    await scene.product.runTasksUntilIdle();
    expect((await scene.state(id)).offer).toBe("INPROGRESS");
    expect((await balance()).reserved - before.reserved).toBe(1_030_000n);
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await propose(id, 8000)).body.arbitration).toMatchObject({ declinedCount: 0 });
      scene.product.clock.advance(49 * 3_600_000);
      await scene.product.runTasksUntilIdle();
    }
    expect((await propose(id, 7000)).status).toBe(200);
  });
});

describe("the worker agrees", () => {
  test.each([
    ["to less: the difference with its commission is free again", 8000, 824_000n],
    ["to more: it is frozen with its commission", 12_000.5, 1_236_052n],
  ])("%s", async (_title, amount, reserved) => {
    const before = await balance();
    const { id } = await scene.offer("COMPLETED");
    await propose(id, amount);
    expect(
      (await post(scene.workman.phone, "arbitration-accept", { jobOfferID: id })).body,
    ).toMatchObject({
      state: { id: "RESULTACCEPTED" },
      amount,
      act: { state: { id: "SENT" } },
      job: { state: { id: "FINISHED" } },
    });
    expect((await balance()).reserved - before.reserved).toBe(reserved);
    const { rows } = await sql`
        SELECT p.amount_kopecks + p.commission_kopecks AS sum
        FROM payouts p
        JOIN job_offers o ON o.payout_id = p.id
        WHERE o.id = ${id}`.execute(db());
    expect(rows).toEqual([{ sum: reserved }]);
    expect(await auditLedger(db())).toEqual({
      unbalancedEntries: [],
      wrongBalances: [],
      negativeBalances: [],
      wrongReserves: [],
    });
  });

  test("to nothing: the job is cancelled, everything is released, nobody is paid", async () => {
    const before = await balance();
    const { id } = await scene.offer("COMPLETED");
    await propose(id, 0);
    expect(
      (await post(scene.workman.phone, "arbitration-accept", { jobOfferID: id })).body,
    ).toMatchObject({
      state: { id: "CANCELED" },
      amount: 0,
      payout: null,
      job: { state: { id: "CANCELED" } },
    });
    expect(await balance()).toEqual(before);
  });

  test("while the work still runs: it ends with the new sum", async () => {
    const { id } = await scene.offer("INPROGRESS");
    await propose(id, 3000);
    expect(
      (await post(scene.workman.phone, "arbitration-accept", { jobOfferID: id })).body,
    ).toMatchObject({
      state: { id: "RESULTACCEPTED" },
      finishedAt: expect.any(String),
      job: { state: { id: "FINISHED" } },
    });
  });

  test("too late for the customer's balance: nothing changes, and the worker is told without sums", async () => {
    const { id } = await scene.offer("COMPLETED");
    const { available } = await balance();
    await propose(id, Number(available / 103n) - 1000);
    await scene.offer("ACCEPTED", { rubles: 50_000, workman: await aWorkman(db()) });
    const refused = await post(scene.workman.phone, "arbitration-accept", { jobOfferID: id });
    expect(refused.body).toMatchObject({
      code: "insufficient_funds",
      message:
        "У заказчика недостаточно средств на балансе. Попросите его пополнить баланс и повторите",
    });
    expect(refused.body).not.toHaveProperty("available");
    expect(await scene.state(id)).toMatchObject({ offer: "ARBITRATION", payout: null });
    await topUp(db(), scene.account, 10_000_000n);
    expect((await post(scene.workman.phone, "arbitration-accept", { jobOfferID: id })).status).toBe(
      200,
    );
    await topUp(db(), scene.account, 500_000_000n);
  });
});

describe("the worker does not agree", () => {
  test("and the offer is where it was, the customer may propose again", async () => {
    for (const [upTo, state] of [
      ["COMPLETED", "COMPLETED"],
      ["INPROGRESS", "INPROGRESS"],
    ] as const) {
      const { id } = await scene.offer(upTo);
      await propose(id, 8000);
      expect(
        (
          await post(scene.workman.phone, "arbitration-decline", {
            jobOfferID: id,
            comment: "Сделано всё",
          })
        ).body,
      ).toMatchObject({
        state: { id: state },
        amount: 10_000,
        arbitration: { declinedCount: 1, declineComment: "Сделано всё" },
      });
      expect((await propose(id, 9000)).status).toBe(200);
    }
  });

  async function refuseThree(): Promise<number> {
    const { id } = await scene.offer("COMPLETED");
    for (const amount of [5000, 6000, 7000]) {
      expect((await propose(id, amount)).status).toBe(200);
      expect(
        (await post(scene.workman.phone, "arbitration-decline", { jobOfferID: id })).status,
      ).toBe(200);
    }
    return id;
  }

  test("three times: a moderator decides, and the customer proposes no more", async () => {
    const before = await balance();
    const id = await refuseThree();
    expect(
      (await scene.call(scene.owner, "GET", "/job-offer/info", { jobOfferID: id })).body,
    ).toMatchObject({
      state: { id: "COMPLETED" },
      arbitration: { declinedCount: 3 },
      permissions: { arbitration: false, resultAccept: true },
    });
    expect((await propose(id, 7500)).body.message).toBe(
      "Исполнитель отказался от всех предложений. Примите результат по прежней сумме или дождитесь решения модератора",
    );
    const waiting = (
      await scene.product.http.inject({ method: "GET", url: "/sandbox/api/moderation" })
    ).json() as { items: { kind: string; id: number; title: string }[] };
    expect(waiting.items).toContainEqual(
      expect.objectContaining({
        kind: "arbitration",
        id,
        title: expect.stringContaining("10000 → 7000 ₽"),
      }),
    );
    expect((await decide(id, "approve")).statusCode).toBe(200);
    expect(await scene.state(id)).toMatchObject({
      offer: "RESULTACCEPTED",
      job: "FINISHED",
      payout: "ACT_PENDING",
    });
    expect((await balance()).reserved - before.reserved).toBe(721_000n);
    expect((await decide(id, "approve")).statusCode).toBe(409);
  });

  test("three times, and the moderator leaves the sum as agreed: it is paid in full", async () => {
    const id = await refuseThree();
    expect((await decide(id, "reject")).statusCode).toBe(200);
    expect((await propose(id, 9000)).status).toBe(409);
    expect((await post(scene.owner, "result-accept", { jobOfferID: id })).body).toMatchObject({
      amount: 10_000,
      state: { id: "RESULTACCEPTED" },
    });
  });

  test("three times, and the customer pays what was agreed: nothing is left to decide", async () => {
    const id = await refuseThree();
    expect((await post(scene.owner, "result-accept", { jobOfferID: id })).status).toBe(200);
    expect((await decide(id, "approve")).statusCode).toBe(409);
  });
});
