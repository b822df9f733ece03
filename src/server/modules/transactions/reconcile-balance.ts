import { sql, type Kysely } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import type {
  ReconciledMoney,
  ReconciledProject,
  Reconciliation,
} from "#contract/transactions/reconciliation.ts";
import {
  TRANSACTION_TYPE,
  type TransactionType,
} from "#contract/transactions/transaction-types.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { endOfMoscowDay, startOfMoscowDay } from "#server/data/moscow-day.ts";
import { balanceAtEndOf, customerAccounts } from "./customer-balance.ts";
import { moneyElsewhereAtEndOf } from "./money-elsewhere.ts";
import type { Period } from "./reconciliation-period.ts";

interface Money {
  readonly available: bigint;
  readonly reserved: bigint;
}

interface Read {
  readonly kind: "opening" | "closing" | "part";
  readonly type: TransactionType | null;
  readonly project_id: number | null;
  readonly project_title: string | null;
  readonly count: bigint;
  readonly available: bigint;
  readonly reserved: bigint;
}

/**
 * Opening + movements = closing, each read independently: from earlier postings, from operations,
 * from balances less later postings. One statement.
 */
export async function reconcileBalance(
  db: Kysely<Schema>,
  accountId: number,
  { periodStart, periodEnd }: Period,
): Promise<Reconciliation> {
  const { rows } = await sql<Read>`
    WITH ${customerAccounts(accountId)}, lines AS MATERIALIZED (
      SELECT m.code, e.event_type, -p.amount_kopecks AS amount, p.payout_id, CASE WHEN e.source_type = 'offer' THEN e.source_id END AS offer_id
      FROM mine m JOIN postings p ON p.ledger_account_id = m.id JOIN ledger_entries e ON e.id = p.entry_id
      WHERE p.at >= ${startOfMoscowDay(periodStart)} AND p.at < ${endOfMoscowDay(periodEnd)}
    ), placed AS (
      SELECT l.code, l.event_type, l.amount, coalesce(y.commission_kopecks, 0) AS commission, g.id AS project_id, g.title AS project_title
      FROM lines l
      LEFT JOIN payouts y ON y.account_id = ${accountId} AND y.id = l.payout_id
      LEFT JOIN job_offers f ON f.account_id = ${accountId} AND f.id = l.offer_id
      LEFT JOIN jobs j ON j.account_id = ${accountId} AND j.id = coalesce(y.job_id, f.job_id)
      LEFT JOIN projects g ON g.account_id = j.account_id AND g.id = j.project_id
    ), parts AS (
      -- What the list calls no operation is still money that moved: a correction.
      SELECT coalesce(customer_operation(event_type, 'CUST_AVAIL'), 'CORRECTION') AS type, project_id, project_title, code = 'CUST_AVAIL' AS is_listed, code, amount FROM placed WHERE NOT (code = 'CUST_RES' AND event_type = 'EARNED')
      UNION ALL
      SELECT 'JOB_PAYMENT', project_id, project_title, true, code, amount + commission FROM placed WHERE code = 'CUST_RES' AND event_type = 'EARNED'
      UNION ALL
      SELECT 'COMMISSION', project_id, project_title, true, code, -commission FROM placed WHERE code = 'CUST_RES' AND event_type = 'EARNED' AND commission > 0
    )
    SELECT 'part' AS kind, type, project_id, project_title, count(*) FILTER (WHERE is_listed) AS count,
      coalesce(sum(amount) FILTER (WHERE code = 'CUST_AVAIL'), 0)::bigint AS available, coalesce(sum(amount) FILTER (WHERE code = 'CUST_RES'), 0)::bigint AS reserved
    FROM parts GROUP BY type, project_id, project_title
    UNION ALL
    SELECT 'opening', NULL, NULL, NULL, 0, coalesce(-sum(p.amount_kopecks) FILTER (WHERE m.code = 'CUST_AVAIL'), 0)::bigint, coalesce(-sum(p.amount_kopecks) FILTER (WHERE m.code = 'CUST_RES'), 0)::bigint
    FROM mine m JOIN postings p ON p.ledger_account_id = m.id WHERE p.at < ${startOfMoscowDay(periodStart)}
    UNION ALL
    SELECT 'closing', NULL, NULL, NULL, 0, c.available, c.reserved FROM ${balanceAtEndOf(periodEnd)} c`.execute(
    db,
  );
  const elsewhere = await moneyElsewhereAtEndOf(db, accountId, periodEnd);
  const parts = rows.filter(({ kind }) => kind === "part");
  const opening = sumOf(rows.filter(({ kind }) => kind === "opening"));
  const closing = sumOf(rows.filter(({ kind }) => kind === "closing"));
  const movement = sumOf(parts);
  return {
    periodStart,
    periodEnd,
    opening: present(opening),
    closing: present(closing),
    movement: present(movement),
    difference: present({
      available: closing.available - opening.available - movement.available,
      reserved: closing.reserved - opening.reserved - movement.reserved,
    }),
    returned: {
      count: elsewhere.returned.count,
      amount: kopecksToRubles(elsewhere.returned.kopecks),
    },
    onTheWay: kopecksToRubles(elsewhere.onTheWay),
    paid: kopecksToRubles(elsewhere.paid),
    taxes: kopecksToRubles(elsewhere.taxes),
    commissions: kopecksToRubles(elsewhere.commissions),
    kinds: kindsOf(parts),
    projects: projectsOf(parts),
  };
}

function kindsOf(parts: readonly Read[]): Reconciliation["kinds"] {
  return TRANSACTION_TYPE.ids.flatMap((type) => {
    const ofType = parts.filter((part) => part.type === type);
    if (ofType.length === 0) return [];
    return [
      {
        type: definitionFor(TRANSACTION_TYPE, type),
        count: Number(ofType.reduce((count, part) => count + part.count, 0n)),
        ...present(sumOf(ofType)),
      },
    ];
  });
}

/** By title, no project last. Freezing changes no total. */
function projectsOf(parts: readonly Read[]): ReconciledProject[] {
  const ids = [...new Set(parts.map((part) => part.project_id))];
  const projects = ids.map((id) => {
    const ofProject = parts.filter((part) => part.project_id === id);
    const total = (types: readonly TransactionType[] | null) => {
      const { available, reserved } = sumOf(
        types === null
          ? ofProject
          : ofProject.filter(({ type }) => type !== null && types.includes(type)),
      );
      return available + reserved;
    };
    const [payments, commissions, refunds, all] = [
      total(["JOB_PAYMENT"]),
      total(["COMMISSION"]),
      total(["REFUND_TO_CUSTOMER"]),
      total(null),
    ];
    return {
      project: id === null ? null : { id, title: ofProject[0]?.project_title ?? "" },
      payments: kopecksToRubles(payments),
      commissions: kopecksToRubles(commissions),
      refunds: kopecksToRubles(refunds),
      other: kopecksToRubles(all - payments - commissions - refunds),
      total: kopecksToRubles(all),
    };
  });
  const moved = projects.filter(({ payments, commissions, refunds, other }) =>
    [payments, commissions, refunds, other].some((sum) => sum !== 0),
  );
  return moved.sort(
    (one, other) =>
      Number(one.project === null) - Number(other.project === null) ||
      (one.project?.title ?? "").localeCompare(other.project?.title ?? "", "ru"),
  );
}

function sumOf(rows: readonly Money[]): Money {
  return rows.reduce(
    (sum, row) => ({
      available: sum.available + row.available,
      reserved: sum.reserved + row.reserved,
    }),
    { available: 0n, reserved: 0n },
  );
}

function present({ available, reserved }: Money): ReconciledMoney {
  return {
    available: kopecksToRubles(available),
    reserved: kopecksToRubles(reserved),
    total: kopecksToRubles(available + reserved),
  };
}
