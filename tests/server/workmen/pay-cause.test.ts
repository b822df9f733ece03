import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import {
  NO_TERMS,
  PAY_CAUSES,
  payCauses,
  type PayableFacts,
  type PayTerms,
} from "#contract/workmen/payability.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import { payCauseOf } from "#server/money/payability/index.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

interface Combination extends PayableFacts, Omit<PayTerms, "sumKopecks" | "leftKopecks"> {
  readonly sumKopecks: string;
  readonly leftKopecks: string;
  readonly cause: string | null;
}

const DAYS = ["2026-03-01", "2026-03-02", null];
const FLAGS = [true, false];
const TEXTS = (values: readonly (string | null)[]) => sql`unnest(${values}::text[])`;

test("the judge in SQL and the judge of the contract are one, over all combinations", async () => {
  const { rows } = await sql<Combination>`
    SELECT f.*, b AS "isBlacklisted", a.types AS "allowedTaxpayerTypes", d AS "workEnd",
      k AS "payoutKindAsked", s AS "sumKopecks", l AS "leftKopecks", ${payCauseOf({
        isBlacklisted: sql`b`,
        allowedTaxpayerTypes: sql`a.types`,
        workEnd: sql`d`,
        payoutKind: sql`k`,
        sumKopecks: sql`s`,
        leftKopecks: sql`l`,
      })} AS cause
    FROM (
      SELECT state, smz AS "smzState", payer AS "taxpayerType", own AS "payoutKind",
        card AS "hasCard", account AS "hasPaymentAccount", string_to_array(papers, ' ') AS outdated,
        bound AS "boundOn"
      FROM ${TEXTS(["ACTIVE", "BLOCKED"])} state, ${TEXTS(SMZ_STATE.ids)} smz,
        ${TEXTS(TAXPAYER_TYPE.ids)} payer, ${TEXTS(["CARD", "SBP", "PAYMENT_ACCOUNT", null])} own,
        unnest(${FLAGS}::boolean[]) card, unnest(${FLAGS}::boolean[]) account,
        ${TEXTS(["", "PATENT"])} papers, ${TEXTS(DAYS.slice(1))} bound
    ) f, unnest(${FLAGS}::boolean[]) b, (VALUES (ARRAY['SMZ', 'IP']), (ARRAY['INDIVIDUAL'])) a (types),
      ${TEXTS(DAYS)} d, ${TEXTS(["CARD", "PAYMENT_ACCOUNT", null])} k,
      unnest(ARRAY[100, 101]::bigint[]) s, unnest(ARRAY[100]::bigint[]) l`.execute(
    demo.database.kysely,
  );
  const seen = new Set<string | null>();
  const differing = rows.filter((row) => {
    const [cause = null] = payCauses(row, {
      isBlacklisted: row.isBlacklisted,
      allowedTaxpayerTypes: row.allowedTaxpayerTypes,
      workEnd: row.workEnd,
      payoutKind: (row as unknown as { payoutKindAsked: string | null }).payoutKindAsked,
      sumKopecks: BigInt(row.sumKopecks),
      leftKopecks: BigInt(row.leftKopecks),
    });
    seen.add(cause);
    return cause !== row.cause;
  });
  expect(rows.length).toBeGreaterThan(250_000);
  expect(differing.slice(0, 3)).toEqual([]);
  expect([...seen].sort()).toEqual(
    [...PAY_CAUSES.filter((cause) => cause !== "worker_not_found"), null].sort(),
  );
});

test("without terms the SQL forbids what the contract forbids", async () => {
  const { rows } = await sql<PayableFacts & { cause: string | null }>`
    SELECT f.*, ${payCauseOf({})} AS cause
    FROM (
      SELECT 'ACTIVE' AS state, smz AS "smzState", payer AS "taxpayerType", NULL AS "payoutKind",
        card AS "hasCard", false AS "hasPaymentAccount", '{}'::text[] AS outdated,
        NULL AS "boundOn"
      FROM ${TEXTS(SMZ_STATE.ids)} smz, ${TEXTS(TAXPAYER_TYPE.ids)} payer,
        unnest(${FLAGS}::boolean[]) card
    ) f`.execute(demo.database.kysely);
  for (const row of rows) expect(row.cause).toBe(payCauses(row, NO_TERMS)[0] ?? null);
});

test("a list of the payable has nobody of whom his page says that he cannot be paid, and all others", async () => {
  const list = async (query: string) =>
    (await demo.call(CAST.owner, "GET", `/open-api/v1/employees?perPage=100${query}`))
      .body as unknown as { items: { id: number; payObstacle: string | null }[] };
  await sql`
    UPDATE workmen SET taxpayer_type = 'INDIVIDUAL'
    WHERE id = (SELECT min(workman_id) FROM employments
      WHERE account_id = (SELECT min(account_id) FROM employments) AND state = 'ACTIVE')`.execute(
    demo.database.kysely,
  );
  const all = await list("");
  const payable = await list("&onlyPayable=true");
  expect(payable.items.map(({ id }) => id).sort()).toEqual(
    all.items.flatMap(({ id, payObstacle }) => (payObstacle === null ? [id] : [])).sort(),
  );
  expect(payable.items.length).toBeGreaterThan(0);
  expect(all.items.length).toBeGreaterThan(payable.items.length);
});
