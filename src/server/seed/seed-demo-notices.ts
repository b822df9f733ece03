import { sql } from "kysely";
import type { NoticePayload } from "#contract/notices/notice-payloads.ts";
import { NOTICE_TYPES, type NoticeName } from "#contract/notices/notice-types.ts";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import type { Trx } from "#server/data/transaction.ts";
import { DEMO_ACCOUNTS } from "./demo-accounts.ts";
import { DEMO_WORKMEN } from "./demo-workmen.ts";

const HOUR_MS = 3_600_000;

interface Cast {
  readonly accounts: readonly [number, number];
  readonly financeManager: number;
  readonly workmen: ReadonlyMap<string, number>;
  readonly now: Date;
}

interface Notice {
  readonly type: string;
  readonly resource: object;
  readonly hoursAgo: number;
  readonly isRead: boolean;
}

/** Several types for the finance manager and worker 101, some read. */
export async function seedNotices(
  trx: Trx,
  { accounts, financeManager, workmen, now }: Cast,
): Promise<void> {
  const [first, second] = accounts;
  const account = (id: number) => ({
    id,
    companyDetailsName: DEMO_ACCOUNTS[accounts.indexOf(id)]?.shortName ?? "",
  });
  const workman = (phone: string) => {
    const found = DEMO_WORKMEN.find((one) => one.phone === phone);
    return {
      id: workmen.get(phone) as number,
      name: found ? `${found.lastName} ${found.firstName}` : "",
    };
  };
  const inTenDays = addDays(moscowDate(now), 10);
  const lastMonth = ((Number(moscowDate(now).slice(5, 7)) + 10) % 12) + 1;
  await addNotices(trx, financeManager, first, now, [
    notice("AccountAccepted", { account: account(first) }, 5_000, true),
    notice("WorkmanReviewPublished", { workman: workman("79000000101") }, 120, true),
    notice(
      "EmployeeDocumentExpiring",
      {
        documents: [
          {
            name: "Уведомление о постановке на миграционный учёт",
            type: "registration_list",
            expireDate: inTenDays,
          },
        ],
        workman: workman("79000000105"),
      },
      9,
      false,
    ),
  ]);
  const { rows } = await sql<{
    person_id: number;
  }>`SELECT person_id FROM workmen WHERE id = ${workmen.get("79000000101")}`.execute(trx);
  const employment = await sql<{
    id: number;
  }>`
    SELECT id
    FROM employments
    WHERE account_id = ${second} AND workman_id = ${workmen.get("79000000101")}`.execute(trx);
  await addNotices(trx, rows[0]?.person_id as number, null, now, [
    notice("WorkmanAccepted", { workman: workman("79000000101") }, 4_700, true),
    notice(
      "IncomeReferenceCompleted",
      { year: Number(moscowDate(now).slice(0, 4)) - 1 },
      700,
      true,
    ),
    notice(
      "TaxPaymentPaid",
      {
        amount: 2_340,
        monthNumber: lastMonth,
        requestedAmount: 2_340,
        taxAmount: 2_340,
        debtAmount: 0,
        penaltyAmount: 0,
      },
      96,
      true,
    ),
    notice(
      "TaxAuthorityNotice",
      {
        title: "Срок уплаты налога",
        text: "Налог за прошлый месяц нужно уплатить не позднее 28 числа",
      },
      30,
      false,
    ),
    notice(
      "EmploymentInvited",
      { employmentID: employment.rows[0]?.id as number, account: account(second) },
      6,
      false,
    ),
  ]);
}

function notice<Name extends NoticeName>(
  name: Name,
  resource: NoticePayload<Name> & object,
  hoursAgo: number,
  isRead: boolean,
): Notice {
  return { type: NOTICE_TYPES[name].id, resource, hoursAgo, isRead };
}

async function addNotices(
  trx: Trx,
  personId: number,
  accountId: number | null,
  now: Date,
  notices: readonly Notice[],
): Promise<void> {
  const at = notices.map((one) => new Date(now.getTime() - one.hoursAgo * HOUR_MS));
  await sql`
    INSERT INTO notices (person_id, account_id, type, resource, created_at, read_at)
    SELECT ${personId}, ${accountId}, g.type, g.resource::jsonb, g.at, CASE
      WHEN g.is_read THEN g.at + interval '1 hour' END
    FROM unnest(${notices.map((one) => one.type)}::text[],
      ${notices.map((one) => JSON.stringify(one.resource))}::text[], ${at}::timestamptz[],
      ${notices.map((one) => one.isRead)}::boolean[])
      WITH ORDINALITY AS g(type, resource, at, is_read, no) ORDER BY g.no`.execute(trx);
}
