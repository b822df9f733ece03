import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptLimit, presentRights } from "#server/modules/accounts/index.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { aWorkman } from "#tests/support/factories/a-workman.ts";
import { aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { buildOfferScene, type OfferScene } from "#tests/support/offer-scene.ts";
import { registryCsv, RegistryDesk } from "#tests/support/registry-desk.ts";

const LIMIT = 5000;
const BEYOND = { status: 409, body: { message: expect.stringContaining("сам соглашается") } };

let scene: OfferScene;
let manager: { readonly phone: string; readonly personId: number };
const db = () => scene.product.database.kysely;
beforeAll(async () => {
  scene = await buildOfferScene();
  await sql`
    UPDATE accounts SET project_manager_accept_limit_kopecks = ${LIMIT * 100}
    WHERE id = ${scene.account}`.execute(db());
  manager = await aPersonWithRole(db(), scene.account, "PROJECT_MANAGER");
});
afterAll(() => scene.product.close());

const by = (phone: string, path: string, input: Record<string, unknown>) =>
  scene.call(phone, "POST", path, input);
async function openly(phone: string, path: string, payload: Record<string, unknown>) {
  const headers = await scene.product.signIn(phone);
  const url = `/open-api/v1${path}`;
  const answer = await scene.product.http.inject({ method: "POST", url, headers, payload });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

test("a price over his limit is accepted by another person only", async () => {
  const large = await scene.offer("CREATED", { rubles: LIMIT + 0.01 });
  const small = await scene.offer("CREATED", { rubles: LIMIT });
  expect(await by(manager.phone, "/job-offer/accept", { jobOfferID: large.id })).toMatchObject(
    BEYOND,
  );
  expect((await by(manager.phone, "/job-offer/accept", { jobOfferID: small.id })).status).toBe(200);
  expect((await by(scene.owner, "/job-offer/accept", { jobOfferID: large.id })).status).toBe(200);
});

test("who is going to accept many is told beforehand which are over his limit", async () => {
  const large = await scene.offer("COMPLETED", { rubles: LIMIT + 0.01 });
  const small = await scene.offer("COMPLETED", { rubles: LIMIT });
  const refusals = async (phone: string) => {
    const list = await scene.call(phone, "GET", "/job-offer/acceptance/list");
    const items = list.body["items"] as { id: number; limitRefusal: string | null }[];
    return [large, small].map(({ id }) => items.find((one) => one.id === id)?.limitRefusal);
  };
  expect(await refusals(manager.phone)).toEqual([expect.stringContaining("сам соглашается"), null]);
  expect(await refusals(scene.owner)).toEqual([null, null]);
  const many = await by(manager.phone, "/job-offer/mass-result-accept", {
    jobOfferIDs: [large.id, small.id],
  });
  expect(many.body).toMatchObject({
    acceptedCount: 1,
    failed: [{ jobOfferID: large.id, message: (await refusals(manager.phone))[0] }],
  });
});

test("an invite, which the workman's consent makes a price, is bound by the same limit", async () => {
  const large = await scene.job({ kopecks: BigInt(LIMIT * 100 + 1) });
  const small = await scene.job({ kopecks: BigInt(LIMIT * 100) });
  const workmanIDs = [scene.workman.id];
  expect(await by(manager.phone, "/job-invite/create", { jobID: large, workmanIDs })).toMatchObject(
    BEYOND,
  );
  expect(
    await openly(manager.phone, `/jobs/${large}/invites/invite-by-phone`, {
      phone: scene.workman.phone,
    }),
  ).toMatchObject(BEYOND);
  const many = await openly(manager.phone, "/job-invites/create-many", {
    jobIDs: [large, small],
    workmanIDs,
  });
  expect(many.body).toMatchObject({
    invitedCount: 1,
    failed: [{ jobID: large, message: expect.stringContaining("сам соглашается") }],
  });

  // The invited agree to the budget of the moment.
  const raise = { jobID: small, budget: LIMIT + 1 };
  expect(await by(manager.phone, "/job/update", raise)).toMatchObject(BEYOND);
  expect((await by(scene.owner, "/job/update", raise)).status).toBe(200);
});

test("a file of jobs invites within the limit of who starts it", async () => {
  const desk = new RegistryDesk(scene.product, "job", manager.phone);
  const { phone } = await aWorkman(db());
  const finishDate = "20.03.2026";
  scene.product.clock.set(new Date("2026-03-10T09:00:00Z"));
  const row = (budget: string) => ({
    title: "Доставка заказов по району",
    description: `Доставлять заказы пешком по району, плата ${budget}`,
    serviceCode: "0301",
    budget,
    finishDate,
    phone,
  });
  const id = await desk.upload(registryCsv("job", [row("5000,01"), row("5000")]));

  const BEYOND_IN_ROW = {
    column: "budget",
    cause: "over_accept_limit",
    message: expect.stringContaining("сам соглашается"),
  };
  expect(await desk.items(id)).toMatchObject([
    { state: { id: "READY_TO_APPLY" }, warnings: [BEYOND_IN_ROW] },
    { state: { id: "READY_TO_APPLY" }, warnings: [] },
  ]);
  expect(await desk.dryRun(id)).toMatchObject({
    canExecute: true,
    notes: expect.arrayContaining([
      expect.stringMatching(/сам соглашается на сумму до 5.000,00.*\(строк: 1, № 2\)/),
    ]),
    effects: expect.arrayContaining([expect.stringMatching(/создано: 1.задание/)]),
  });
  expect(await new RegistryDesk(scene.product, "job", scene.owner).dryRun(id)).toMatchObject({
    problems: [],
    effects: expect.arrayContaining([expect.stringMatching(/создано: 2.задания/)]),
  });

  await desk.confirm(id);
  await scene.product.runTasksUntilIdle();
  const [large, small] = await desk.items(id);
  expect(large).toMatchObject({ result: expect.stringContaining("сам соглашается") });
  expect(small).toMatchObject({ result: expect.stringContaining("приглашение отправлено") });
});

test("who was removed may agree to nothing", async () => {
  const { personId } = manager;
  await sql`
    UPDATE account_users SET state = 'DISABLED'
    WHERE account_id = ${scene.account} AND person_id = ${personId}`.execute(db());
  expect(
    await inTransaction(db(), async (trx) =>
      acceptLimit(trx, await presentRights(trx, scene.account, personId)),
    ),
  ).toBe(0n);
});
