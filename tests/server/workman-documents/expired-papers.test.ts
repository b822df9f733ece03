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
    "Документ «Патент» больше не действует. Загрузите новый в профиле",
  ]);
  const accepted = await scene.call(scene.owner, "POST", "/job-offer/accept", {
    jobOfferID: waiting.id,
  });
  expect([accepted.status, accepted.body.message]).toEqual([
    409,
    "Документ «Патент» больше не действует. Исполнитель должен загрузить новый",
  ]);
  expect((await scene.state(waiting.id)).offer).toBe("CREATED");
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
