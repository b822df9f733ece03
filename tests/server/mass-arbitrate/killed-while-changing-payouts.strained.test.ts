import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changeVersion } from "#server/modules/job-offers/index.ts";
import { bundledProcess } from "#tests/support/bundled-process.ts";
import { codeOn } from "#tests/support/codes.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { buildOfferScene, type OfferScene } from "#tests/support/offer-scene.ts";

const KILLS = Number(process.env["KILLS"] ?? 3);
/** A transaction takes 200 workers, so work is left at each kill. */
const ROWS = Math.max(1_000, KILLS * 200);

let scene: OfferScene;
let start: Awaited<ReturnType<typeof bundledProcess>>;
const db = () => scene.product.database.kysely;

beforeAll(async () => {
  start = await bundledProcess("applying-process");
  scene = await buildOfferScene();
});
afterAll(() => scene.product.close());

/** Finished work that waits for the customer, inserted directly. */
async function addOffers(): Promise<bigint[]> {
  await sql`
    INSERT INTO jobs (account_id, kind, state, title, description, service_id, budget_kopecks,
      workman_id, tags, created_at, pay_type, finish_at, published_at, visibility, is_act_required)
    SELECT ${scene.account}, 'OFFER', 'COMPLETED', 'Смена ' || n,
      'Рассортировать коробки и расставить их по стеллажам.', 201, 1000000, ${scene.workman.id},
      '{}', now(), 'FIXED', now() + interval '10 days', now(), 'ALL', true
    FROM generate_series(1, ${ROWS}::integer) AS n`.execute(db());
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO job_offers (account_id, job_id, workman_id, state, amount_kopecks,
      commission_kopecks, hold_id, created_at, accepted_at, started_at, finished_at)
    SELECT account_id, id, workman_id, 'COMPLETED', 1000000, 30000, 1, now(), now(), now(), now()
    FROM jobs
    WHERE account_id = ${scene.account}
    RETURNING id`.execute(db());
  return rows.map(({ id }) => id);
}

async function call(method: "GET" | "POST", path: string, payload?: object, headers: object = {}) {
  const answer = await scene.product.http.inject({
    method,
    url: `/client-api/mass-arbitrate${path}`,
    headers: { ...headers, ...(await scene.product.signIn(scene.owner)) },
    ...(payload ? { payload } : {}),
  });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer.json() as {
    id: number;
    version: number;
    readyCount: number;
    state: { id: string };
  };
}

async function startApplying(): Promise<ChildProcess> {
  const child = start([scene.product.database.connectionString]);
  child.stderr?.pipe(process.stderr);
  await once(child.stdout as NodeJS.ReadableStream, "data");
  return child;
}

test("R2: killed while it asks workers for other sums, the product asks each of them exactly once", async () => {
  const offers = await addOffers();
  const lines = offers.map(
    (id) =>
      `${id};9000;Работа выполнена частично;${changeVersion({ id, state: "COMPLETED", amount_kopecks: 1_000_000n, commission_kopecks: 30_000n })}`,
  );
  const form = multipartForm({
    file: {
      fileName: "Изменения.csv",
      data: `ID отклика;Новая сумма;Причина;Версия\n${lines.join("\n")}\n`,
    },
  });
  const { id } = await call("POST", "/import", form.payload, form.headers);
  await scene.product.runTasksUntilIdle();
  const { version, readyCount } = await call("GET", `/import/${id}`);
  expect(readyCount).toBe(ROWS);
  await call("POST", `/import/${id}/send-apply-code`, { version });
  await call("POST", "/import/apply", {
    importID: id,
    version,
    otp: await codeOn(scene.product, scene.owner),
  });

  const appliedOf = async () =>
    (
      await sql<{
        done: number;
        state: string;
      }>`
          SELECT applied_count + failed_count AS done, state
          FROM mass_arbitrate_imports
          WHERE id = ${id}`.execute(db())
    ).rows[0] ?? { done: 0, state: "" };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = (await appliedOf()).done;
    const child = await startApplying();
    const deadline = performance.now() + 20_000;
    while ((await appliedOf()).done === before && before < ROWS && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 50));
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  const last = await startApplying();
  const deadline = performance.now() + 120_000;
  while ((await appliedOf()).state === "EXECUTING" && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 100));
  last.kill("SIGKILL");
  await once(last, "exit");

  expect(await appliedOf()).toEqual({ done: ROWS, state: "EXECUTED" });
  const all = BigInt(ROWS);
  const { rows } = await sql`
    SELECT count(*) AS proposals, count(DISTINCT a.offer_id) AS offers,
      (SELECT count(*)
        FROM mass_arbitrate_items i
        WHERE i.import_id = ${id}
          AND i.state = 'APPLIED'
          AND i.arbitration_id IS NOT NULL) AS items,
      (SELECT count(*)
        FROM job_offer_messages
        WHERE text LIKE 'Заказчик предложил изменить выплату%') AS lines,
        (SELECT count(*) FROM notices WHERE type LIKE '%ArbitrationOpened') AS notices
    FROM job_offer_arbitrations a WHERE a.state = 'OPEN'`.execute(db());
  expect(rows[0]).toEqual({ proposals: all, offers: all, items: all, lines: all, notices: all });
});
