import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { balanceOfAccount } from "#server/money/ledger/index.ts";
import { buildOfferScene, OPENING_KOPECKS, type OfferScene } from "#tests/support/offer-scene.ts";

let scene: OfferScene;
beforeAll(async () => {
  scene = await buildOfferScene();
});
afterAll(() => scene.product.close());

const force = async (jobIDs: number[]) => {
  const headers = await scene.product.signIn(scene.owner);
  return (
    await scene.product.http.inject({
      method: "POST",
      url: "/open-api/v1/jobs/mass-force-cancel",
      headers,
      payload: { jobIDs, reasonID: "NO_CONTACT", comment: "Телефон выключен" },
    })
  ).json<object>();
};
const seenBy = async (phone: string, jobOfferID: number) =>
  (await scene.call(phone, "GET", "/job-offer/info", { jobOfferID })).body;
const balance = () => balanceOfAccount(scene.product.database.kysely, scene.account);

describe.each(["INPROGRESS", "COMPLETED"] as const)(
  "a job that is %s, cancelled by force",
  (state) => {
    test("ends when its worker agrees, and says so", async () => {
      const { id, jobId } = await scene.offer(state);
      expect(await force([jobId])).toEqual({ canceledCount: 0, askedCount: 1, failed: [] });
      expect(await scene.state(id)).toMatchObject({ offer: "ARBITRATION", job: state });
      expect(await balance()).toEqual({
        available: OPENING_KOPECKS - 10_300_00n,
        reserved: 10_300_00n,
      });
      const asked = await seenBy(scene.workman.phone, id);
      expect(asked.arbitration).toMatchObject({
        newAmount: 0,
        comment: "Заказчик отменяет задание: Исполнитель не вышел на связь. Телефон выключен",
      });
      const agreed = await scene.call(
        scene.workman.phone,
        "POST",
        "/job-offer/arbitration-accept",
        { jobOfferID: id },
      );
      expect([agreed.status, agreed.body.state]).toEqual([
        200,
        { id: "CANCELED", title: "Отменён по соглашению сторон" },
      ]);
      expect(await scene.state(id)).toMatchObject({ offer: "CANCELED", job: "CANCELED" });
      expect(await balance()).toEqual({ available: OPENING_KOPECKS, reserved: 0n });
    });

    test("goes on when he does not", async () => {
      const { id, jobId } = await scene.offer(state);
      await force([jobId]);
      await scene.call(scene.workman.phone, "POST", "/job-offer/arbitration-decline", {
        jobOfferID: id,
        comment: "Работа сделана",
      });
      expect(await scene.state(id)).toMatchObject({ offer: state, job: state });
      expect(await force([jobId])).toMatchObject({ askedCount: 1 });
      await scene.call(scene.workman.phone, "POST", "/job-offer/arbitration-accept", {
        jobOfferID: id,
      });
    });
  },
);

test("a worker who was taken off his job reads who did it; one who left reads that he did", async () => {
  const first = await scene.offer("ACCEPTED");
  expect(await force([first.jobId])).toMatchObject({ canceledCount: 1 });
  expect((await seenBy(scene.workman.phone, first.id)).state).toEqual({
    id: "CANCELED",
    title: "Отменён заказчиком",
  });
  const job = await scene.call(scene.workman.phone, "GET", "/job/info", { jobID: first.jobId });
  expect(job.body).toMatchObject({ myOffer: { state: { title: "Отменён заказчиком" } } });
  const second = await scene.offer("ACCEPTED");
  await scene.call(scene.workman.phone, "POST", "/job-offer/cancel", { jobOfferID: second.id });
  expect((await seenBy(scene.owner, second.id)).state).toEqual({
    id: "CANCELED",
    title: "Отозван",
  });
});
