import { sql } from "kysely";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import type { Trx } from "#server/data/transaction.ts";
import { DEMO_WORKMEN, fullNameOf } from "./demo-workmen.ts";

const DAY_MS = 86_400_000;

interface Customers {
  readonly first: number;
  readonly second: number;
  readonly project: number;
}

export async function seedTies(
  trx: Trx,
  customers: Customers,
  workmen: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const phones = DEMO_WORKMEN.map((one) => one.phone);
  const ordinary = phones.filter((phone) => phone >= "79000000201");
  const ties = [
    ...[
      "79000000101",
      "79000000105",
      "79000000107",
      "79000000108",
      "79000000109",
      "79000000110",
      "79000000111",
    ].map((phone) => employmentRow(customers.first, phone, "ACTIVE")),
    employmentRow(customers.first, "79000000106", "BLACKLISTED"),
    employmentRow(customers.first, "79000000112", "CONFIRMATION"),
    employmentRow(customers.first, "79000000103", "REGISTRATION"),
    ...ordinary
      .slice(0, 45)
      .map((phone, index) =>
        employmentRow(
          customers.first,
          phone,
          index % 15 === 14 ? "PAUSED" : "ACTIVE",
          index % 9 === 8,
        ),
      ),
    employmentRow(customers.first, ordinary[45] ?? "", "ENDED"),
    employmentRow(customers.first, ordinary[46] ?? "", "INVITED"),
    employmentRow(customers.second, "79000000101", "INVITED"),
    // Five work with both customers: neither sees a worker's tie to the other.
    ...ordinary.slice(40).map((phone) => employmentRow(customers.second, phone, "ACTIVE")),
  ];
  await sql`
    INSERT INTO employments (account_id, workman_id, state, project_ids, since, agreed_at,
      blacklisted_from)
    SELECT account_id, workman_id, state, CASE
      WHEN limited THEN ARRAY[${customers.project}::integer] END, since, CASE
      WHEN state IN ('ACTIVE', 'PAUSED', 'BLACKLISTED', 'ENDED') THEN since END, CASE
      WHEN state = 'BLACKLISTED' THEN 'ACTIVE' END
    FROM (SELECT *, ${now}::timestamptz - (180 - no) * interval '1 day' AS since FROM unnest(${ties.map((one) => one.accountId)}::integer[],
      ${ties.map((one) => workmen.get(one.phone))}::integer[],
      ${ties.map((one) => one.state)}::text[],
      ${ties.map((one) => one.limited)}::boolean[]) WITH ORDINALITY AS g(account_id, workman_id,
        state, limited, no)) tie`.execute(trx);
  await seedBlacklist(trx, customers, now);
}

function employmentRow(accountId: number, phone: string, state: string, limited = false) {
  return { accountId, phone, state, limited };
}

async function seedBlacklist(trx: Trx, customers: Customers, now: Date): Promise<void> {
  const workman = (phone: string) => DEMO_WORKMEN.find((one) => one.phone === phone);
  const innOf = (phone: string) => workman(phone)?.inn ?? null;
  const nameOf = (phone: string) => {
    const found = workman(phone);
    return found ? fullNameOf(found) : null;
  };
  const inNinetyDays = addDays(moscowDate(now), 90);
  const entries = [
    {
      account: customers.first,
      inn: innOf("79000000106"),
      phone: "79000000106",
      name: nameOf("79000000106"),
      reason: "FRAUD",
      comment: "Передал пропуск на склад другому человеку",
      until: null,
    },
    {
      account: customers.first,
      inn: innOf("79000000258"),
      phone: null,
      name: nameOf("79000000258"),
      reason: "NO_SHOW",
      comment: "Два невыхода подряд без предупреждения",
      until: inNinetyDays,
    },
    {
      account: customers.first,
      inn: null,
      phone: "79684410265",
      name: null,
      reason: "SITE_RULES",
      comment: null,
      until: null,
    },
    {
      account: customers.second,
      inn: innOf("79000000203"),
      phone: null,
      name: nameOf("79000000203"),
      reason: "POOR_WORK",
      comment: "Испорчено покрытие пола",
      until: null,
    },
  ];
  await sql`
    INSERT INTO blacklist_entries (account_id, inn, phone, full_name, reason, comment, until,
      created_at)
    SELECT g.*, ${new Date(now.getTime() - 20 * DAY_MS)}::timestamptz
    FROM unnest(${entries.map((one) => one.account)}::integer[],
      ${entries.map((one) => one.inn)}::text[], ${entries.map((one) => one.phone)}::text[],
      ${entries.map((one) => one.name)}::text[],
      ${entries.map((one) => one.reason)}::text[], ${entries.map((one) => one.comment)}::text[],
        ${entries.map((one) => one.until)}::date[]) AS g`.execute(trx);
}
