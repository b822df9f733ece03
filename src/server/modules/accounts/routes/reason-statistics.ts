import { sql, type Kysely, type RawBuilder } from "kysely";
import { accountEndpoints as endpoints } from "#contract/accounts/account-endpoints.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { endOfMoscowDay, startOfMoscowDay } from "#server/data/moscow-day.ts";
import type { Serve } from "#server/http/serve.ts";

type ReasonList = keyof typeof REASONS;

export function serveReasonStatistics(serve: Serve): void {
  serve(
    endpoints.statisticReasons,
    async ({ actor, query, trx }) => ({ items: await countReasons(trx, actor, query) }),
    { readsReplica: true },
  );
}

interface Period {
  readonly periodStart?: string;
  readonly periodEnd?: string;
}

async function countReasons(
  db: Kysely<Schema>,
  actor: AccountActor,
  { periodStart, periodEnd }: Period,
) {
  const duringPeriod = (at: RawBuilder<unknown>) =>
    sql.join(
      [
        sql`true`,
        ...(periodStart === undefined ? [] : [sql`${at} >= ${startOfMoscowDay(periodStart)}`]),
        ...(periodEnd === undefined ? [] : [sql`${at} < ${endOfMoscowDay(periodEnd)}`]),
      ],
      sql` AND `,
    );
  const job =
    actor.projectIds === null
      ? sql``
      : sql`AND j.project_id = ANY (${actor.projectIds}::integer[])`;
  const ofJob = (table: string) =>
    sql`
      JOIN jobs j ON j.account_id = ${sql.ref(`${table}.account_id`)}
        AND j.id = ${sql.ref(`${table}.job_id`)} ${job}`;
  const given: readonly (readonly [ReasonList, RawBuilder<unknown>])[] = [
    [
      "jobReject",
      sql`
        SELECT j.reject_reason AS reason
        FROM jobs j
        WHERE j.account_id = ${actor.accountId}
          AND j.reject_reason IS NOT NULL
          AND ${duringPeriod(sql`j.created_at`)} ${job}`,
    ],
    [
      "jobCancel",
      sql`
        SELECT j.cancel_reason AS reason
        FROM jobs j
        WHERE j.account_id = ${actor.accountId}
          AND j.cancel_reason IS NOT NULL
          AND ${duringPeriod(sql`coalesce(j.finished_at, j.created_at)`)} ${job}`,
    ],
    [
      "offerDeclineByAccount",
      sql`
        SELECT o.decline_reason AS reason
        FROM job_offers o ${ofJob("o")}
        WHERE o.account_id = ${actor.accountId}
          AND o.state = 'DECLINED'
          AND o.decline_reason IS NOT NULL
          AND ${duringPeriod(sql`coalesce(o.ended_at, o.created_at)`)}`,
    ],
    [
      "declineByWorkman",
      sql`
        SELECT i.decline_reason AS reason
        FROM job_invites i ${ofJob("i")}
        WHERE i.account_id = ${actor.accountId}
          AND i.decline_reason IS NOT NULL
          AND ${duringPeriod(sql`coalesce(i.answered_at, i.created_at)`)}`,
    ],
    [
      "offerReject",
      sql`
        SELECT o.reject_reason AS reason
        FROM job_offers o ${ofJob("o")}
        WHERE o.account_id = ${actor.accountId}
          AND o.reject_reason IS NOT NULL
          AND ${duringPeriod(sql`coalesce(o.ended_at, o.created_at)`)}`,
    ],
    [
      "arbitration",
      sql`
        SELECT t.reason
        FROM job_offer_arbitrations t
        JOIN job_offers o ON o.account_id = t.account_id AND o.id = t.offer_id ${ofJob("o")}
        WHERE t.account_id = ${actor.accountId} AND ${duringPeriod(sql`t.opened_at`)}`,
    ],
    [
      "actReject",
      sql`
        SELECT d.reject_reason AS reason
        FROM job_documents d ${ofJob("d")}
        WHERE d.account_id = ${actor.accountId}
          AND d.reject_reason IS NOT NULL
          AND ${duringPeriod(sql`d.created_at`)}`,
    ],
    [
      "receiptReversal",
      sql`
        SELECT c.reverse_reason AS reason
        FROM receipts c
        JOIN payouts y ON y.account_id = c.account_id AND y.id = c.payout_id ${ofJob("y")}
        WHERE c.account_id = ${actor.accountId}
          AND c.reverse_reason IS NOT NULL
          AND ${duringPeriod(sql`coalesce(c.reversed_at, c.operation_at)`)}`,
    ],
    [
      "payoutFailure",
      sql`
        SELECT y.failure_reason AS reason
        FROM payouts y ${ofJob("y")}
        WHERE y.account_id = ${actor.accountId}
          AND y.failure_reason IS NOT NULL
          AND ${duringPeriod(sql`y.created_at`)}`,
    ],
  ];
  const { rows } = await sql<{ list: ReasonList; reason: string; count: number }>`
    SELECT list, reason, count(*)::integer AS count
    FROM (${sql.join(
      given.map(([list, rowsOf]) => sql`SELECT ${list}::text AS list, g.reason FROM (${rowsOf}) g`),
      sql` UNION ALL `,
    )}) k
    GROUP BY list, reason
    ORDER BY min(array_position(${given.map(([list]) => list)}::text[], list)), count(*) DESC,
      reason`.execute(db);
  return rows.map(({ list, reason, count }) => ({
    list,
    reason: {
      id: reason,
      title: (REASONS[list].titles as Readonly<Record<string, string>>)[reason] ?? reason,
    },
    count,
  }));
}
