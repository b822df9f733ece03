import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { aCustomer } from "#tests/support/payroll-cast.ts";

let product: TestApp;
beforeAll(async () => {
  product = await buildTestApp();
});
afterAll(() => product.close());

const partitionsOf = async (parent: string) =>
  (
    await sql<{
      name: string;
    }>`
      SELECT inhrelid::regclass::text AS name
      FROM pg_inherits
      WHERE inhparent = ${parent}::regclass
      ORDER BY 1`.execute(product.database.kysely)
  ).rows.map(({ name }) => name);
const metrics = async () => (await product.http.inject({ url: "/metrics" })).body;
const work = async (instant: string) => {
  product.clock.set(new Date(instant));
  await product.runTasksUntilIdle();
};

test("months to come have their partitions long before their rows, month after month", async () => {
  await work("2029-10-31T21:30:00Z");
  for (const parent of ["postings", "registry_items", "audit_log"]) {
    expect(await partitionsOf(parent)).toEqual(
      expect.arrayContaining([`${parent}_202912`, `${parent}_203001`, `${parent}_203002`]),
    );
  }
  await work("2029-12-01T09:00:00Z");
  expect(await partitionsOf("postings")).toContain("postings_203003");
  const direct = product.db.pool.query("SELECT * FROM postings_203003");
  await expect(direct).rejects.toMatchObject({ code: "42501" });
});

test("rows of no month are counted, and keep no other month from its partition", async () => {
  expect(await metrics()).toContain('default_partition_rows{table="postings"} 0');
  const { accountId } = await aCustomer(product.database.kysely, { seed: 940, funds: 100n });
  // The month was not added in time.
  await sql`ALTER TABLE postings DETACH PARTITION postings_203002`.execute(product.database.kysely);
  await sql`ALTER TABLE postings_203002 RENAME TO gone`.execute(product.database.kysely);
  await product.database.kysely.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO ledger_entries (account_id, event_type, source_type, source_id, at, business_date)
      VALUES (${accountId}, 'CORRECTION', 'correction', 1, '2030-02-10', '2030-02-10')
      RETURNING id`.execute(trx);
    await sql`
      INSERT INTO postings (entry_id, line, ledger_account_id, amount_kopecks, at)
      SELECT ${rows[0]?.id}, l.line, (SELECT min(id) FROM ledger_accounts), l.amount, '2030-02-10'
      FROM (VALUES (1, 5), (2, -5)) AS l(line, amount)`.execute(trx);
  });
  expect(await metrics()).toContain('default_partition_rows{table="postings"} 2');
  await work("2030-01-11T09:00:00Z");
  expect(await partitionsOf("postings")).toContain("postings_203004");
  const { rows } = await sql<{
    item: string;
  }>`SELECT item FROM set_aside_items WHERE task = 'partitions'`.execute(product.database.kysely);
  expect(rows).toEqual([{ item: "postings 2030-02-01" }]);
});
