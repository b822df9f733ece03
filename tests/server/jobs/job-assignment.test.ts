import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assignOffer } from "#server/modules/job-offers/index.ts";
import { auditLedger, balanceOfAccount } from "#server/money/ledger/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { makeProductEvents } from "#server/product-events.ts";
import { anOffer } from "#tests/support/factories/a-job.ts";
import { aWorkman, type TestWorkman } from "#tests/support/factories/a-workman.ts";
import { buildOfferScene, OPENING_KOPECKS, type OfferScene } from "#tests/support/offer-scene.ts";

let scene: OfferScene;
beforeAll(async () => {
  scene = await buildOfferScene();
});
afterAll(() => scene.product.close());

const db = () => scene.product.database.kysely;
const nobody = {
  personId: 0,
  sessionId: "",
  phone: "",
  name: "",
  projectIds: null,
  isWorkman: false,
} as const;
const company = (): Actor => ({
  ...nobody,
  accountId: scene.account,
  role: "OWNER",
  workmanId: null,
});
const himself = (workman: TestWorkman): Actor => ({
  ...nobody,
  accountId: null,
  role: null,
  workmanId: workman.id,
  isWorkman: true,
});

async function assign(jobId: number, workman: TestWorkman, by: Actor, amountKopecks = 1_000_000n) {
  const events = makeProductEvents();
  const heard: unknown[] = [];
  events.on("job.assigned", async (_trx, event) => void heard.push(event));
  const at = scene.product.clock.now();
  const result = await inTransaction(scene.product.db.kysely, (trx) =>
    assignOffer({ events }, trx, {
      accountId: scene.account,
      jobId: BigInt(jobId),
      workmanId: workman.id,
      amountKopecks,
      by,
      at,
    }),
  );
  return { ...result, heard };
}

describe("giving a job to a worker", () => {
  test("freezes his sum with the commission, closes the job for others and tells about it", async () => {
    const workman = await aWorkman(db());
    const jobId = await scene.job();
    const other = await anOffer(db(), scene.account, jobId, (await aWorkman(db())).id);
    const { offerId, heard } = await assign(jobId, workman, himself(workman));
    expect(await scene.state(Number(offerId))).toEqual({
      offer: "ACCEPTED",
      job: "WORKMANPENDING",
      payout: null,
      workmanId: workman.id,
    });
    expect(await scene.state(other)).toMatchObject({ offer: "DECLINED" });
    expect(await balanceOfAccount(db(), scene.account)).toEqual({
      available: OPENING_KOPECKS - 1_030_000n,
      reserved: 1_030_000n,
    });
    const { rows } = await sql`
        SELECT purpose, amount_kopecks, left_kopecks FROM holds WHERE source_id = ${offerId}`.execute(
      db(),
    );
    expect(rows).toEqual([
      { purpose: "offer", amount_kopecks: 1_030_000n, left_kopecks: 1_030_000n },
    ]);
    expect(heard).toMatchObject([
      { accountId: scene.account, jobId: BigInt(jobId), offerId, workmanId: workman.id },
    ]);
  });

  test("takes up the offer he has already made, at the sum agreed now", async () => {
    const workman = await aWorkman(db());
    const jobId = await scene.job();
    const own = await anOffer(db(), scene.account, jobId, workman.id);
    const { offerId } = await assign(jobId, workman, company(), 700_000n);
    expect(Number(offerId)).toBe(own);
    const { rows } = await sql`
        SELECT amount_kopecks, commission_kopecks FROM job_offers WHERE id = ${own}`.execute(db());
    expect(rows).toEqual([{ amount_kopecks: 700_000n, commission_kopecks: 21_000n }]);
  });

  test("is refused for a job that is taken, and nothing moves", async () => {
    const jobId = await scene.job();
    await assign(jobId, await aWorkman(db()), company());
    const before = await balanceOfAccount(db(), scene.account);
    await expect(assign(jobId, await aWorkman(db()), company())).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Задание уже не ищет исполнителя"),
    });
    expect(await balanceOfAccount(db(), scene.account)).toEqual(before);
  });

  test.each([
    ["who is blocked", { state: "BLOCKED" }, "не завершил регистрацию или заблокирован"],
    [
      "who has lost the status of a self-employed",
      { smzState: "NOTSE" },
      "не является самозанятым",
    ],
    ["who has closed «Мой налог» to us", { smzState: "NOACCESS" }, "Нет доступа к «Мой налог»"],
    ["who has earned more than a year allows", { smzState: "LIMITED" }, "превысил годовой лимит"],
    ["without a tax status", { taxpayerType: "INDIVIDUAL" }, "таким платформа пока не платит"],
  ])("is refused for a worker %s", async (_who, over, words) => {
    await expect(
      assign(await scene.job(), await aWorkman(db(), over), company()),
    ).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining(words) });
  });

  test("is refused for a worker in the black list, with a paper that has run out, or with nowhere to pay to", async () => {
    const jobId = await scene.job();
    const [listed, outdated, homeless] = [
      await aWorkman(db()),
      await aWorkman(db()),
      await aWorkman(db()),
    ];
    await sql`
      INSERT INTO blacklist_entries (account_id, phone, reason)
      VALUES (${scene.account}, ${listed.phone}, 'NO_SHOW')`.execute(db());
    await sql`
      INSERT INTO workman_documents (workman_id, type, state, expire_date)
      VALUES (${outdated.id}, 'patent', 'VALID', current_date - 2)`.execute(db());
    await sql`
      UPDATE workman_cards SET status = 'expired' WHERE workman_id = ${homeless.id}`.execute(db());
    await expect(assign(jobId, listed, company())).rejects.toMatchObject({
      message: expect.stringContaining("в чёрном списке"),
    });
    await expect(assign(jobId, listed, himself(listed))).rejects.toMatchObject({
      message: "Этот заказчик не может дать вам задание",
    });
    await expect(assign(jobId, outdated, company())).rejects.toMatchObject({
      message: "Документ «Патент» больше не действует. Нужен новый, прошедший проверку",
    });
    await expect(assign(jobId, homeless, himself(homeless))).rejects.toMatchObject({
      message: expect.stringContaining("добавьте карту или счёт"),
    });
    await sql`
      INSERT INTO workman_documents (workman_id, type, state, expire_date)
      VALUES (${outdated.id}, 'patent', 'VALID', current_date + 200)`.execute(db());
    await assign(jobId, outdated, company());
  });

  test("without enough money says how much is needed to those who see the balance, and to nobody else", async () => {
    const jobId = await scene.job();
    const workman = await aWorkman(db());
    const before = await balanceOfAccount(db(), scene.account);
    await expect(assign(jobId, workman, company(), 200_000_000n)).rejects.toMatchObject({
      code: "insufficient_funds",
      message: expect.stringMatching(/^Недостаточно средств на балансе: нужно 2.060.000,00.₽/),
      details: { needed: 2_060_000 },
    });
    await expect(
      assign(jobId, workman, { ...company(), role: "RECRUITER" }, 200_000_000n),
    ).rejects.toMatchObject({ message: expect.not.stringContaining("нужно"), details: undefined });
    await expect(assign(jobId, workman, himself(workman), 200_000_000n)).rejects.toMatchObject({
      message: expect.stringContaining("У заказчика недостаточно средств"),
      details: undefined,
    });
    expect(await balanceOfAccount(db(), scene.account)).toEqual(before);
    const { rows } = await sql<{
      state: string;
    }>`SELECT state FROM jobs WHERE id = ${jobId}`.execute(db());
    expect(rows).toEqual([{ state: "PUBLISHED" }]);
  });

  test("of two at once succeeds for exactly one, and the money of one is frozen", async () => {
    const jobId = await scene.job();
    const workmen = [await aWorkman(db()), await aWorkman(db()), await aWorkman(db())];
    const before = await balanceOfAccount(db(), scene.account);
    const outcomes = await Promise.allSettled(
      workmen.map((workman) => assign(jobId, workman, company())),
    );
    expect(outcomes.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    expect((await balanceOfAccount(db(), scene.account)).reserved - before.reserved).toBe(
      1_030_000n,
    );
    expect(await auditLedger(db())).toEqual({
      unbalancedEntries: [],
      wrongBalances: [],
      negativeBalances: [],
      wrongReserves: [],
    });
  });
});
