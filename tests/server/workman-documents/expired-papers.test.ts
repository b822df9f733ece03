import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aWorkman } from "#tests/support/factories/a-workman.ts";
import { buildOfferScene, type OfferScene } from "#tests/support/offer-scene.ts";

let scene: OfferScene;
beforeAll(async () => {
  scene = await buildOfferScene();
});
afterAll(() => scene.product.close());

const expire = (workmanId: number) =>
  sql`
    INSERT INTO workman_documents (workman_id, type, state, expire_date)
    VALUES (${workmanId}, 'patent', 'VALID',
      (${scene.product.clock.now()}::timestamptz AT TIME ZONE 'Europe/Moscow')::date - 1)`.execute(
    scene.product.database.kysely,
  );

test("a paper that has run out stops answers and acceptances with a sentence for whoever reads it", async () => {
  const workman = await aWorkman(scene.product.database.kysely);
  const waiting = await scene.offer("CREATED", { workman });
  await expire(workman.id);
  const created = await scene.call(workman.phone, "POST", "/job-offer/create", {
    jobID: await scene.job(),
    amount: 5000,
  });
  expect([created.status, created.body.message]).toEqual([
    409,
    "Документ «Патент» больше не действует. Загрузите новый в профиле: он подействует после проверки",
  ]);
  const accepted = await scene.call(scene.owner, "POST", "/job-offer/accept", {
    jobOfferID: waiting.id,
  });
  expect([accepted.status, accepted.body.message]).toEqual([
    409,
    "Документ «Патент» больше не действует. Нужен новый, прошедший проверку",
  ]);
  expect((await scene.state(waiting.id)).offer).toBe("CREATED");
});

test("a picture of a new one lifts nothing until it is checked; refused it stops on, accepted it lets him work, and he is told", async () => {
  const workman = await aWorkman(scene.product.database.kysely);
  await expire(workman.id);
  const answer = async () =>
    scene.call(workman.phone, "POST", "/job-offer/create", {
      jobID: await scene.job(),
      amount: 5000,
    });
  const decide = async (verdict: "approve" | "reject") => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO workman_documents (workman_id, type, state, expire_date)
      VALUES (${workman.id}, 'patent', 'CHECKING', '2099-01-01')
      RETURNING id`.execute(scene.product.database.kysely);
    expect((await answer()).body.message).toContain("он подействует после проверки");
    const decided = await scene.product.http.inject({
      method: "POST",
      url: `/sandbox/api/moderation/workman-document/${String(rows[0]?.id)}/${verdict}`,
      payload: verdict === "reject" ? { reasonID: "UNREADABLE" } : {},
    });
    expect(decided.statusCode, decided.body).toBe(200);
  };
  const notices = async () =>
    (
      await sql<{ type: string }>`
        SELECT n.type FROM notices n
        JOIN workmen w ON w.person_id = n.person_id
        WHERE w.id = ${workman.id} AND n.type LIKE '%Document%'
        ORDER BY n.id`.execute(scene.product.database.kysely)
    ).rows.map(({ type }) => type.split("\\").at(-1));
  await decide("reject");
  expect((await answer()).status).toBe(409);
  await decide("approve");
  expect((await answer()).status).toBe(200);
  await scene.product.runTasksUntilIdle();
  expect(await notices()).toEqual(["DocumentRejected", "DocumentAccepted"]);
});

test("a picture that waits beside a paper in force stops nothing", async () => {
  const workman = await aWorkman(scene.product.database.kysely);
  await sql`
    INSERT INTO workman_documents (workman_id, type, state, expire_date)
    VALUES (${workman.id}, 'patent', 'EXPIRING', '2099-01-01'),
      (${workman.id}, 'patent', 'CHECKING', '2099-02-01'),
      (${workman.id}, 'passport', 'CHECKING', NULL)`.execute(scene.product.database.kysely);
  const { status } = await scene.call(workman.phone, "POST", "/job-offer/create", {
    jobID: await scene.job(),
    amount: 5000,
  });
  expect(status).toBe(200);
});

test("what he works on goes on to the money", async () => {
  const workman = await aWorkman(scene.product.database.kysely);
  const { id } = await scene.offer("INPROGRESS", { workman, isActRequired: false });
  await expire(workman.id);
  expect(
    (await scene.call(workman.phone, "POST", "/job-offer/finish", { jobOfferID: id })).status,
  ).toBe(200);
  expect(
    (await scene.call(scene.owner, "POST", "/job-offer/result-accept", { jobOfferID: id })).status,
  ).toBe(200);
  await scene.product.runTasksUntilIdle();
  expect(await scene.state(id)).toMatchObject({ offer: "FINISHED", payout: "PAID" });
});
