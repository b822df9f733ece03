import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOfferScene, type OfferScene } from "#tests/support/offer-scene.ts";

let scene: OfferScene;
beforeAll(async () => {
  scene = await buildOfferScene();
});
afterAll(() => scene.product.close());

test("a job nobody has taken by its deadline is closed, and both sides hear of it; a taken and a prolonged one are not", async () => {
  const { product } = scene;
  const db = product.database.kysely;
  const [open, taken, prolonged] = [
    await scene.offer("CREATED"),
    await scene.offer("ACCEPTED"),
    await scene.job(),
  ];
  const now = product.clock.now().getTime();
  await sql`
    UPDATE jobs
    SET finish_at = ${new Date(now + 3_600_000)}
    WHERE id = ANY (${[open.jobId, taken.jobId]}::bigint[])`.execute(db);
  await product.runTasksUntilIdle();
  expect((await scene.state(open.id)).job).toBe("PUBLISHED");
  await sql`
    UPDATE jobs SET finish_at = ${new Date(now + 86_400_000)} WHERE id = ${prolonged}`.execute(db);
  product.clock.advance(3_601_000);
  await product.runTasksUntilIdle();
  expect(await scene.state(open.id)).toMatchObject({ job: "CANCELED", offer: "ARCHIVED" });
  expect(await scene.state(taken.id)).toMatchObject({ job: "WORKMANPENDING", offer: "ACCEPTED" });
  expect(
    (await sql<{ state: string }>`SELECT state FROM jobs WHERE id = ${prolonged}`.execute(db))
      .rows[0]?.state,
  ).toBe("PUBLISHED");
  const { rows } = await sql<{ phone: string; comment: string }>`
    SELECT p.phone, n.resource ->> 'cancelComment' AS comment
    FROM notices n
    JOIN people p ON p.id = n.person_id
    WHERE n.type LIKE '%JobCancel%'
    ORDER BY p.phone`.execute(db);
  expect(rows.map(({ phone }) => phone).sort()).toEqual([scene.owner, scene.workman.phone].sort());
  expect(new Set(rows.map(({ comment }) => comment))).toEqual(
    new Set(["Срок задания прошёл, исполнитель не найден"]),
  );
});
