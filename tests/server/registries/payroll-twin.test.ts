import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PAY_CAUSES } from "#contract/workmen/payability.ts";
import { validateRowsAgain } from "#server/modules/registries/apply/validate-rows-again.ts";
import { unpayableRows } from "#server/modules/registries/payroll/validate-again.ts";
import { SERVED_KINDS } from "#server/modules/registries/served-kinds.ts";
import { aPayroll, type Payroll } from "#tests/support/a-payroll.ts";
import { aPlatform } from "#tests/support/a-platform.ts";
import { makePayrollWorkers, type PayrollWorker } from "#tests/support/payroll-file.ts";
import { payrollCsv } from "#tests/support/payroll-desk.ts";

const TODAY = "2026-03-10";
const WORK_END = "05.03.2026";
/** What may have become of a workman and a payment since the check, each with the rows it spoils. */
const FACTS = {
  state: ["ACTIVE", "BLOCKED"],
  smz: ["OK", "CHECKING", "UNKNOWN", "LIMITED", "NOACCESS", "NOTSE", "VALIDATION_ERROR"],
  taxpayer: ["SMZ", "IP_SMZ", "IP", "INDIVIDUAL"],
  card: [true, false],
  bound: ["2020-01-01", "2026-03-07"],
  listed: ["no", "inn", "phone", "expired"],
  service: ["0301", "0304", "0305"],
} as const;
type Facts = { readonly [Name in keyof typeof FACTS]: (typeof FACTS)[Name][number] };

/** Every combination of the facts. */
function combinations(): Facts[] {
  let all: Record<string, unknown>[] = [{}];
  for (const [name, values] of Object.entries(FACTS))
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  return all as Facts[];
}

const CASES = combinations();
/** Three rows for each of these, of which two or one fit into the year; or none. */
const LIMITED = [2_400_000n, 2_000_000n, 1_400_000n, 1_000_000n, 900_000n, 0n];
const WORKERS = makePayrollWorkers(CASES.length + LIMITED.length);
const caseOf = (index: number) => WORKERS[index] as PayrollWorker;

let payroll: Payroll;
const db = () => payroll.product.database.kysely;
beforeAll(async () => {
  payroll = await aPayroll({ workers: WORKERS, seed: 980 });
  await sql`
    INSERT INTO services (id, group_id, code, slug, title, unit, default_receipt_text, risk_level,
      allowed_taxpayer_types, active, filter_index)
    SELECT id + places.n, group_id, '030' || 1 + places.n, slug || places.n, title || places.n,
      unit, default_receipt_text, risk_level, allowed_taxpayer_types, active, 10 + places.n
    FROM services, (VALUES (3), (4)) AS places (n)
    WHERE code = '0301'`.execute(db());
});
afterAll(() => payroll.product.close());

const row = (inn: string, serviceCode: string, amount: string, text: string) => ({
  inn,
  serviceCode,
  receiptText: `Доставка, ${text}`,
  workStart: "01.03.2026",
  workEnd: WORK_END,
  amount,
});

/** All cases happen to the people of the registry after it has been checked. */
async function change(): Promise<void> {
  const inns = CASES.map((_, index) => caseOf(index).inn);
  const of = <Name extends keyof Facts>(name: Name) => CASES.map((facts) => facts[name]);
  await sql`
    UPDATE workmen w
    SET state = v.state, smz_state = v.smz, taxpayer_type = v.taxpayer,
      bound_at = v.bound::date
    FROM unnest(${inns}::text[], ${of("state")}::text[], ${of("smz")}::text[],
      ${of("taxpayer")}::text[], ${of("bound")}::text[]) AS v (inn, state, smz, taxpayer, bound)
    WHERE w.inn = v.inn`.execute(db());
  const among = (wanted: (facts: Facts) => boolean) =>
    inns.filter((_, index) => wanted(CASES[index] as Facts));
  await sql`
    DELETE FROM workman_cards c USING workmen w
    WHERE c.workman_id = w.id
      AND w.inn = ANY (${among(({ card }) => !card)}::text[])`.execute(db());
  for (const listed of ["inn", "phone", "expired"] as const)
    await sql`
      INSERT INTO blacklist_entries (account_id, inn, phone, full_name, reason, until, created_by,
        created_at)
      SELECT ${payroll.customer.accountId},
        CASE WHEN ${listed}::text <> 'phone' THEN w.inn END,
        CASE WHEN ${listed}::text = 'phone' THEN p.phone END, w.last_name, 'OTHER',
        CASE WHEN ${listed}::text = 'expired' THEN '2026-03-09'::date END,
        ${payroll.customer.ownerId}, now()
      FROM workmen w
      JOIN people p ON p.id = w.person_id
      WHERE w.inn = ANY (${among((facts) => facts.listed === listed)}::text[])`.execute(db());
  await sql`
    UPDATE services SET allowed_taxpayer_types = '{IP}' WHERE code = '0304'`.execute(db());
  await sql`UPDATE services SET active = false WHERE code = '0305'`.execute(db());
  for (const [index, left] of LIMITED.entries())
    await sql`
      INSERT INTO payouts (account_id, state, hold_id, job_id, workman_id, amount_kopecks,
        commission_kopecks, vat_kopecks, kind, due_at, created_at)
      SELECT ${payroll.customer.accountId}, 'ACT_PENDING', 1, 1, id,
        ${2_400_000_00n - left * 100n}, 0, 0, 'CARD', now(), now()
      FROM workmen
      WHERE inn = ${caseOf(CASES.length + index).inn} AND ${left < 2_400_000n}`.execute(db());
}

test("the statement that judges a whole payroll says what the validation of its rows says, whatever has become of its people", async () => {
  const id = await payroll.desk.upload(
    payrollCsv([
      ...CASES.map(({ service }, index) =>
        row(caseOf(index).inn, service, "1000", `рейс ${index}`),
      ),
      ...LIMITED.flatMap((_, index) =>
        ["800000", "600000", "400000"].map((amount) =>
          row(caseOf(CASES.length + index).inn, "0301", amount, `лимит ${amount}`),
        ),
      ),
    ]),
  );
  expect(await payroll.desk.registry(id)).toMatchObject({ errorsCount: 0 });
  await change();
  const { rows } = await sql<{
    account_id: number;
    id: number;
    created_on: string;
    created_by: number;
    project_id: number | null;
  }>`
    SELECT account_id, id, created_on, created_by, project_id
    FROM registries
    WHERE id = ${id}`.execute(db());
  const registry = rows[0] as (typeof rows)[number];
  const validated = await validateRowsAgain(
    aPlatform({ clock: payroll.product.clock }),
    db(),
    SERVED_KINDS.payroll,
    registry,
    0,
    100_000,
  );
  expect(validated).toHaveLength(CASES.length + LIMITED.length * 3);
  const first = [...PAY_CAUSES, "external_id_used", "service_not_found"] as const;
  const byRows = validated.flatMap(({ rowNo, validated: { row: read } }) => {
    const errors = new Set(read.findings.map(({ code }) => code));
    const cause = first.find((one) => errors.has(one));
    return cause === undefined ? [] : [`${rowNo} ${cause}`];
  });
  const byStatement = (await unpayableRows(db(), registry, TODAY)).map(
    ({ row_no: rowNo, cause }) => `${rowNo} ${cause}`,
  );
  expect(byStatement).toEqual(byRows);
  expect(new Set(byRows.map((one) => one.split(" ")[1])).size).toBeGreaterThan(8);
});
