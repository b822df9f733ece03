import fastify from "fastify";
import type pg from "pg";
import { seedReference } from "#server/seed/seed-reference.ts";
import { buildTestApp } from "#tests/support/build-app.ts";
import { aWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { atMost, median, type Figure } from "./figure.ts";
import { freshDatabase } from "./fresh-database.ts";
import { recordQuery } from "./record-query.ts";
import { sized } from "./size.ts";

const JOBS = sized(100_000, 300);
const ROUNDS = sized(200, 2);
const WARM_UP = sized(20, 1);
const WORKMEN = 100;

/**
 * «Мои задания» of a company with 100 000 jobs: the whole call against its bare prepared queries
 * (page and exact total) in a bare route.
 */
export async function jobListFigures(): Promise<Figure[]> {
  const database = await freshDatabase();
  const product = await buildTestApp({ database });
  const bare = fastify();
  const pool = database.barePool(4);
  try {
    await database.kysely.transaction().execute(seedReference);
    const account = await anAccount(database.kysely);
    const owner = await aPersonWithRole(database.kysely, account, "OWNER");
    const workmen: number[] = [];
    for (let number = 0; number < WORKMEN; number += 1)
      workmen.push((await aWorkman(database.kysely)).id);
    await fillJobs(database.pool, account, workmen);
    const headers = await product.signIn(owner.phone);
    const path = "/client-api/job/created-list?perPage=30&sortBy=createdDate&sortDirection=desc";
    const inject = () => product.http.inject({ url: path, headers });
    const [page, total] = [
      await recordQuery(/row_number\(\) OVER/, inject),
      await recordQuery(/count\(\*\) AS total\s+FROM jobs/, inject),
    ];
    bare.get("/list", async () => {
      const [rows, count] = await Promise.all([
        pool.query({ ...page, name: "page" }),
        pool.query({ ...total, name: "total" }),
      ]);
      return { items: rows.rows, total: String(count.rows[0]?.["total"]) };
    });
    const ours = `${await product.http.listen({ host: "127.0.0.1", port: 0 })}${path}`;
    const theirs = `${await bare.listen({ host: "127.0.0.1", port: 0 })}/list`;
    const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
    // Interleaved, so that a slow moment hits both.
    for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
      const [own, other] = [await timeOf(ours, headers), await timeOf(theirs, {})];
      if (round < WARM_UP) continue;
      times.ours.push(own);
      times.bare.push(other);
    }
    return [
      atMost(
        "P3-jobs",
        "страница заданий компании со 100 000 заданий, с входом, правами и флагами, к голым запросам страницы и итога",
        median(times.ours),
        median(times.bare),
        1.5,
      ),
    ];
  } finally {
    await product.close();
    await bare.close();
    await pool.end();
    await database.drop();
  }
}

async function timeOf(url: string, headers: Record<string, string>): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - started;
}

/**
 * Jobs of years in every stage; every third was done by a worker, with an offer and two messages.
 */
async function fillJobs(
  pool: pg.Pool,
  accountId: number,
  workmen: readonly number[],
): Promise<void> {
  await pool.query(
    `
      INSERT INTO jobs (account_id, kind, state, title, description, service_id, budget_kopecks,
        workman_id, tags, created_at, pay_type, finish_at, published_at, visibility,
        is_act_required)
     SELECT $1, 'OFFER',
       (ARRAY['DRAFT', 'PUBLISHED', 'FINISHED', 'CANCELED', 'COMPLETED', 'FINISHED'])[1 + n % 6],
       'Разобрать склад № ' || n, 'Рассортировать коробки и расставить их по стеллажам.', 201,
       500000,
       CASE
         WHEN n % 3 = 2 THEN ($2::integer[])[1 + n % ${WORKMEN}] END, '{}',
           now() - n * interval '10 minutes', 'FIXED', now() + interval '10 days',
           now() - n * interval '9 minutes', 'ALL', true
     FROM generate_series(1, ${JOBS}) AS n`,
    [accountId, workmen],
  );
  await pool.query(
    `
      INSERT INTO job_offers (account_id, job_id, workman_id, state, amount_kopecks, created_at)
      SELECT account_id, id, workman_id, 'FINISHED', budget_kopecks, created_at
      FROM jobs
      WHERE account_id = $1 AND workman_id IS NOT NULL`,
    [accountId],
  );
  await pool.query(
    `INSERT INTO job_offer_messages (account_id, offer_id, side, author_id, text, created_at)
     SELECT o.account_id, o.id, 'workman', w.person_id, 'Буду в девять', o.created_at
     FROM job_offers o
     JOIN workmen w ON w.id = o.workman_id, generate_series(1, 2)
     WHERE o.account_id = $1`,
    [accountId],
  );
  await pool.query("VACUUM ANALYZE jobs, job_offers, job_offer_messages");
}
