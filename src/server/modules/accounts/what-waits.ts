import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Permission } from "#contract/access/permissions.ts";
import { may } from "#contract/access/access.ts";
import type { Attention } from "#contract/accounts/account-summary.ts";
import { annulledSince } from "#contract/accounts/attention-lists.ts";
import { seesPayrollSums } from "#contract/registries/registry-permissions.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { startOfMoscowDay } from "#server/data/moscow-day.ts";
import { netPayOf } from "#server/data/net-pay.ts";
import { HAS_NEW_OFFERS } from "#server/data/new-offers.ts";
import type { AccountActor } from "#server/http/actor.ts";

type Db = Kysely<Schema>;

export interface Waiting {
  readonly count: number;
  readonly kopecks?: bigint | undefined;
  readonly registryId?: number | undefined;
}

const WAITING_STATES = ["APPROVAL", "INVALID", "PARTIALLY_READY", "READY", "SCHEDULED"] as const;

interface Registries {
  readonly count: number;
  /** To the workmen; with the commission. */
  readonly pay: bigint;
  readonly needed: bigint;
  readonly firstId: number | null;
}

type RegistriesByState = Readonly<Record<(typeof WAITING_STATES)[number], Registries>>;

/** Payrolls before their start. */
export async function registriesByState(db: Db, actor: AccountActor): Promise<RegistriesByState> {
  const { rows } = await sql<{
    state: keyof RegistriesByState;
    count: number;
    pay: bigint;
    needed: bigint;
    first_id: number;
  }>`
    SELECT r.state, count(*)::integer AS count, sum(r.amount_kopecks)::bigint AS pay,
      sum(r.amount_kopecks + r.commission_kopecks)::bigint AS needed, min(r.id) AS first_id
    FROM registries r
    WHERE r.account_id = ${actor.accountId}
      AND r.kind = 'payroll'
      AND r.state IN ('APPROVAL', 'INVALID', 'PARTIALLY_READY', 'READY',
        'SCHEDULED') ${ofActorsProjects(actor, sql`r.project_id`)}
    GROUP BY r.state`.execute(db);
  const none: Registries = { count: 0, pay: 0n, needed: 0n, firstId: null };
  const found = new Map(
    rows.map(({ first_id: firstId, state, ...sums }) => [state, { ...sums, firstId }]),
  );
  return Object.fromEntries(
    WAITING_STATES.map((state) => [state, found.get(state) ?? none]),
  ) as RegistriesByState;
}

/** Each count equals the total of its list, see `attentionLists`. */
export async function countWaiting(
  db: Db,
  actor: AccountActor,
  today: string,
  { registries, available }: { registries: RegistriesByState; available: bigint },
): Promise<Map<Attention, Waiting>> {
  return new Map([
    ...waitingRegistries(actor, registries, available),
    ...(await countOthers(db, actor, today)),
  ]);
}

function waitingRegistries(
  actor: AccountActor,
  { APPROVAL, READY, INVALID, PARTIALLY_READY }: RegistriesByState,
  available: bigint,
): [Attention, Waiting][] {
  const waiting: [Attention, Waiting][] = [];
  const add = (
    kind: Attention,
    permission: Permission,
    of: readonly Registries[],
    kopecks?: bigint,
  ) => {
    const count = of.reduce((sum, one) => sum + one.count, 0);
    const only = of.find((one) => one.count > 0)?.firstId ?? undefined;
    if (may(actor, permission))
      waiting.push([kind, { count, kopecks, registryId: count === 1 ? only : undefined }]);
  };
  const sumOf = ({ pay }: Registries) => (seesPayrollSums(actor) ? pay : undefined);
  // A scheduled start has its money already.
  const short = READY.needed + APPROVAL.needed - available;
  if (short > 0n && may(actor, "payroll-registries.view"))
    add("PAYROLL_SHORTAGE", "money.view", [READY, APPROVAL], short);
  add("PAYROLL_APPROVAL", "payroll-registries.approve", [APPROVAL], sumOf(APPROVAL));
  add("PAYROLL_READY", "payroll-registries.execute", [READY], sumOf(READY));
  add("PAYROLL_ERRORS", "payroll-registries.edit", [INVALID, PARTIALLY_READY]);
  return waiting;
}

async function countOthers(
  db: Db,
  actor: AccountActor,
  today: string,
): Promise<[Attention, Waiting][]> {
  /** A payout's project is its job's. */
  const ofJob =
    actor.projectIds === null
      ? sql``
      : sql`
        JOIN jobs j ON j.account_id = p.account_id
          AND j.id = p.job_id
          AND j.project_id = ANY (${actor.projectIds}::integer[])`;
  const noSum = sql`NULL::bigint`;
  const questions: readonly {
    readonly kind: Attention;
    readonly permission: Permission;
    readonly sum: RawBuilder<unknown>;
    readonly from: RawBuilder<unknown>;
  }[] = [
    {
      kind: "PAYOUT_FAILED",
      permission: "transactions.view",
      sum: sql`sum(${netPayOf("p")})`,
      from: sql`
        payouts p ${ofJob}
        WHERE p.account_id = ${actor.accountId}
          AND p.state IN ('RECEIPT_FAILED', 'RETURNED', 'FAILED')`,
    },
    {
      // A disputed result awaits no acceptance.
      kind: "JOB_RESULT",
      permission: "results.accept",
      sum: sql`sum(o.amount_kopecks)`,
      from: sql`
        job_offers o
        JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
        WHERE o.account_id = ${actor.accountId}
          AND o.state = 'COMPLETED' ${ofActorsProjects(actor, sql`j.project_id`)}`,
    },
    {
      // An overdue one may be paid still, or never.
      kind: "INVOICE_UNPAID",
      permission: "invoices.view",
      sum: sql`sum(i.amount_kopecks - i.paid_kopecks)`,
      from: sql`
        invoices i
        WHERE i.account_id = ${actor.accountId} AND i.state IN ('created', 'partially_paid')`,
    },
    {
      kind: "OFFER_WAITING",
      permission: "offers.manage",
      sum: noSum,
      from: sql`
        jobs j
        WHERE j.kind = 'OFFER'
          AND j.account_id = ${actor.accountId}
          AND ${HAS_NEW_OFFERS} ${ofActorsProjects(actor, sql`j.project_id`)}`,
    },
    {
      kind: "RECEIPT_ANNULLED",
      permission: "payroll-registries.view",
      sum: noSum,
      from: sql`
        receipts c ${
          actor.projectIds === null
            ? sql``
            : sql`
          JOIN payouts p ON p.account_id = c.account_id AND p.id = c.payout_id ${ofJob}`
        }
        WHERE c.account_id = ${actor.accountId}
          AND c.state = 'REVERSED_BY_WORKMAN'
          AND c.reversed_at >= ${startOfMoscowDay(annulledSince(today))}`,
    },
  ];
  const asked = questions.filter(({ permission }) => may(actor, permission));
  if (asked.length === 0) return [];
  const { rows } = await sql<{ kind: Attention; count: number; kopecks: bigint | null }>`
    ${sql.join(
      asked.map(
        ({ kind, sum, from }) => sql`
          SELECT ${kind}::text AS kind, count(*)::integer AS count, (${sum})::bigint AS kopecks
          FROM ${from}`,
      ),
      sql` UNION ALL `,
    )}`.execute(db);
  return rows.map(({ kind, count, kopecks }) => [kind, { count, kopecks: kopecks ?? undefined }]);
}

/** A limited user does not reach records without a project. */
export function ofActorsProjects(
  actor: AccountActor,
  project: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return actor.projectIds === null
    ? sql``
    : sql`AND ${project} = ANY (${actor.projectIds}::integer[])`;
}
