import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type pg from "pg";
import { expect, test } from "vitest";
import { withMigratedDatabase } from "#server/data/throw-away-database.ts";
import { hashOf } from "../../src/prepare.mjs";
import { faultsOf, readCatalogue } from "./sql-describe.ts";
import { findStatements, type Statements } from "./sql-statements.ts";

/**
 * Statements that are put together from what only the running program knows: 43, and 93 fragments
 * of lists, which `serve.list` puts together from a description. It may only shrink.
 */
const NOT_FOLLOWED = 136;

/**
 * By noun: columns that may be NULL in a row whose type says they are not, mostly because of what
 * WHERE asks for. It may only shrink. Columns of a LEFT JOIN are not seen.
 */
const KNOWN_NULLS: Readonly<Record<string, number>> = {
  "data/backup": 2,
  "http/idempotency.ts": 1,
  "integrations/bank": 3,
  "integrations/tax-service": 3,
  "modules/accounts": 1,
  "modules/api-keys": 1,
  "modules/document-templates": 1,
  "modules/exports": 2,
  "modules/invoices": 2,
  "modules/job-invites": 1,
  "modules/job-offers": 2,
  "modules/jobs": 8,
  "modules/mass-arbitrate": 6,
  "modules/moderation": 2,
  "modules/registries": 16,
  "money/bank-orders": 1,
  "money/payouts": 5,
  "money/receipts": 9,
  "money/workman-taxes": 6,
  "sandbox/move-clock.ts": 3,
  "seed/demo-month.ts": 1,
  "seed/seed-demo-offers.ts": 2,
  "seed/seed-demo-registries.ts": 1,
  "work/set-aside.ts": 1,
};

/** A validation tells how many rows to expect of registries alone, though the other table's type allows it. */
const KNOWN_FAULT =
  /validation-lease.ts:\d+ column "expected_rows" of relation "mass_arbitrate_imports"/;

const STAMP = "node_modules/.cache/sql-types";
/** Half a minute of a processor: passed over while nothing it reads has changed. */
const READ = hashOf(
  resolve("."),
  ["src/server", "src/contract", "package-lock.json"].concat(
    [
      "sql-types.strained.test",
      "sql-describe",
      "sql-program",
      "sql-statements",
      "sql-values",
      "sql-walk",
    ].map((name) => `tests/architecture/${name}.ts`),
  ),
);
const isDone = existsSync(STAMP) && readFileSync(STAMP, "utf8") === READ;

test.skipIf(isDone)(
  "every statement of the server fits the schema and the row it is said to return",
  async () => {
    const found = findStatements();
    await withMigratedDatabase(async (pool) => {
      const client = await pool.connect();
      try {
        await check(client, found);
      } finally {
        client.release();
      }
    });
    mkdirSync("node_modules/.cache", { recursive: true });
    writeFileSync(STAMP, READ);
  },
);

async function check(client: pg.ClientBase, found: Statements): Promise<void> {
  const faults = await allFaults(client, found);
  const nulls: Record<string, string[]> = {};
  for (const fault of faults.filter((one) => one.endsWith(" may be NULL")))
    (nulls[nounOf(fault)] ??= []).push(fault);
  expect(faults.filter((one) => !one.endsWith(" may be NULL") && !KNOWN_FAULT.test(one))).toEqual(
    [],
  );
  expect(
    Object.entries(nulls).filter(([noun, all]) => all.length > (KNOWN_NULLS[noun] ?? 0)),
  ).toEqual([]);
  expect(found.notFollowed.length, found.notFollowed.join("\n")).toBeLessThanOrEqual(NOT_FOLLOWED);

  // It sees what it is for: a renamed column, in statements and in fragments of other files.
  await client.query("ALTER TABLE payouts RENAME COLUMN amount_kopecks TO sum_kopecks");
  const renamed = await allFaults(client, found);
  expect(new Set(renamed.map(nounOf))).toContain("money/payouts");
  expect(renamed.length).toBeGreaterThan(20);
  await client.query("ALTER TABLE payouts RENAME COLUMN sum_kopecks TO amount_kopecks");
  // And a row type that has become wrong.
  await client.query("ALTER TABLE services ALTER COLUMN id TYPE bigint");
  expect((await allFaults(client, found)).join("\n")).toMatch(/ id is number for int8/);
}

async function allFaults(client: pg.ClientBase, found: Statements): Promise<string[]> {
  const catalogue = await readCatalogue(client);
  const cursors = new Map();
  const faults: string[] = [];
  for (const statement of found.followed)
    for (const fault of await faultsOf(client, catalogue, found, statement, cursors))
      faults.push(`${statement.place} ${fault}`);
  return faults;
}

/** `src/server/money/payouts/bank-orders.ts:62 …` → `money/payouts` */
const nounOf = (fault: string) => fault.split("/").slice(2, 4).join("/").replace(/:.*/, "");
