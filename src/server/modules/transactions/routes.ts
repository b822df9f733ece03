import { sql, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import { transactionEndpoints } from "#contract/transactions/transaction-endpoints.ts";
import { INVOICE_PAYMENT_NOTE } from "#contract/invoices/invoice-payment-notes.ts";
import { POCKET } from "#contract/transactions/pockets.ts";
import { TRANSACTION_TYPE } from "#contract/transactions/transaction-types.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Actor } from "#server/http/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import { pageOf } from "#server/http/paging.ts";
import type { PreparedQuery } from "#server/data/prepared-query.ts";
import { registryTitleOf } from "#server/data/registry-title.ts";
import { JsonReply } from "#server/http/replies.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { FIRST_STATEMENT_ID } from "./booked-movements.ts";
import { operationLines, type OperationFilters, type Owner } from "./operation-lines.ts";
import { postingsOfOperation } from "./operation-postings.ts";
import { reconcileBalance } from "./reconcile-balance.ts";
import { reconcileBank } from "./reconcile-bank.ts";
import { checkReconciliation } from "./reconciliation-period.ts";
import { balanceDays } from "./balance-days.ts";
import { countOperations, sumPockets, type OperationTotals } from "./operation-totals.ts";

export function serveTransactions(serve: Serve, { askOf, bank, clock }: Platform): void {
  serve(
    transactionEndpoints.list,
    async ({ actor, query, trx }) => {
      const ask = askOf(trx);
      const owner = ownerOf(actor, query.isMine === true);
      const page = pageOf(query);
      const filters: OperationFilters = {
        types: query.types?.length ? query.types : undefined,
        periodStart: query.periodStart,
        periodEnd: query.periodEnd,
        before: query.before === undefined ? undefined : new Date(query.before),
        projectIds: scopedProjects(
          actor,
          owner,
          query.projectIDs?.length ? query.projectIDs : undefined,
        ),
        jobId: query.jobID,
        workmanId: owner.side === "account" ? query.workmanID : undefined,
        registryId: query.registryID,
        search: query.search?.trim() ? query.search : undefined,
        pocket: owner.side === "workman" ? query.pocket : undefined,
      };
      const direction = query.sortDirection === "asc" ? sql`ASC` : sql`DESC`;
      const byDate = sql`at ${direction}, entry_id ${direction}, line ${direction}, part`;
      const isNewestFirst = query.sortBy !== "amount" && query.sortDirection !== "asc";
      const request = {
        filters,
        order: query.sortBy === "amount" ? sql`amount_kopecks ${direction}, ${byDate}` : byDate,
        limit: page.limit,
        offset: page.offset,
      };
      const counting = countOperations(ask, owner, filters, page.offset);
      // The first page does not wait for the count; later ones skip newer days.
      const [totals, items] =
        isNewestFirst && page.offset > 0
          ? await counting.then(
              async (found) =>
                [found, await pageJson(ask, owner, placedIn(request, found))] as const,
            )
          : await Promise.all([counting, pageJson(ask, owner, request)]);
      const sums = {
        income: kopecksToRubles(totals.income),
        expense: kopecksToRubles(totals.expense),
      };
      return new JsonReply(
        `{"items":${items},"meta":${JSON.stringify(page.metaOf(totals.count))},"totals":${JSON.stringify(sums)}}`,
      );
    },
    { readsReplica: true },
  );

  serve(transactionEndpoints.pockets, async ({ actor, trx }) => {
    const sums = await sumPockets(askOf(trx), actor.workmanId);
    return {
      available: kopecksToRubles(sums.AVAILABLE),
      onTheWay: kopecksToRubles(sums.ON_THE_WAY),
      notArrived: kopecksToRubles(sums.NOT_ARRIVED),
    };
  });

  serve(transactionEndpoints.postings, async ({ actor, params, query, trx }) => {
    const owner = ownerOf(actor, query.isMine === true);
    return {
      items: await postingsOfOperation(
        askOf(trx),
        owner,
        scopedProjects(actor, owner, undefined),
        params.id,
      ),
    };
  });

  serve(
    transactionEndpoints.reconciliation,
    ({ actor, query, trx }) => (
      checkReconciliation(actor, query),
      reconcileBalance(trx, actor.accountId, query)
    ),
    { readsReplica: true },
  );
  serve(
    transactionEndpoints.bankReconciliation,
    ({ actor, query, trx }) => (
      checkReconciliation(actor, query),
      reconcileBank(trx, bank, actor.accountId, query, clock.now())
    ),
  );
  serve(
    transactionEndpoints.balanceDays,
    async ({ actor, query, trx }) => (
      checkReconciliation(actor, query),
      { items: await balanceDays(trx, actor.accountId, query) }
    ),
    { readsReplica: true },
  );
}

/** Of a withdrawal. */
const SENT_TO_CARD = sql`
  (SELECT c.pan_mask
    FROM withdrawals t
    JOIN workman_cards c ON c.id = t.card_id
    WHERE o.source_type = 'withdrawal' AND t.id = o.source_id)`;

interface PageRequest {
  readonly filters: OperationFilters;
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
  readonly offset: number;
}

function placedIn(request: PageRequest, { lastDay, skip }: OperationTotals): PageRequest {
  return {
    ...request,
    filters: lastDay === null ? request.filters : { ...request.filters, periodEnd: lastDay },
    offset: skip,
  };
}

/** PostgreSQL writes the JSON the console reads. */
async function pageJson(
  ask: PreparedQuery,
  owner: Owner,
  { filters, order, limit, offset }: PageRequest,
): Promise<string> {
  const lines = operationLines({ owner, filters, order, limit: offset + limit });
  const account =
    owner.side === "account"
      ? sql`NULL::json`
      : sql`
        CASE
          WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'companyDetailsName',
            c.short_name) END`;
  const [found] = await ask(sql<{ json: string }>`
    SELECT coalesce(json_agg(json_build_object(
      -- Lines of an entry are numbered to a few thousand: a number of 14 bits, the last of them the part.
      'id', o.entry_id * 16384 + o.line * 2 + o.part,
      'type', json_build_object('id', o.type, 'title', ${JSON.stringify(TRANSACTION_TYPE.titles)}::jsonb -> o.type),
      'amount', trim_scale(o.amount_kopecks / 100.0),
      'commission', CASE WHEN o.type = 'REFUND_TO_CUSTOMER' AND y.commission_kopecks > 0 AND ${owner.side === "account"} THEN trim_scale(y.commission_kopecks / 100.0) END,
      'createdAt', to_char(o.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'job', CASE WHEN j.id IS NOT NULL THEN json_build_object('id', j.id, 'title', j.title) END,
      'workman', CASE WHEN w.id IS NOT NULL THEN json_build_object('id', w.id, 'name', concat_ws(' ', w.last_name, w.first_name, w.middle_name)) END,
      'account', ${account},
      'project', CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'title', g.title) END,
      'registryID', r.id,
      'registry', CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'title', ${registryTitleOf("r")}) END,
      'payoutID', o.payout_id,
      'invoiceID', CASE WHEN o.source_type = 'invoice' AND o.source_id < ${FIRST_STATEMENT_ID} THEN o.source_id END,
      'invoiceNumber', CASE WHEN o.source_type = 'invoice' AND o.source_id < ${FIRST_STATEMENT_ID} THEN (SELECT x.number FROM invoices x WHERE x.account_id = o.account_id AND x.id = o.source_id) END,
      'comment', CASE WHEN o.source_type = 'registry' THEN ${registryTitleOf("r")} WHEN n.id IS NOT NULL THEN 'Счёт № ' || v.number || '. ' || (${JSON.stringify(INVOICE_PAYMENT_NOTE.titles)}::jsonb ->> n.note) END,
      'pocket', CASE WHEN o.pocket IS NOT NULL THEN json_build_object('id', o.pocket, 'title', ${JSON.stringify(POCKET.titles)}::jsonb -> o.pocket) END,
      'destination', CASE WHEN o.arrived_at IS NOT NULL THEN coalesce(y.destination_mask, ${SENT_TO_CARD}) END,
      'arrivedAt', to_char(o.arrived_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) ORDER BY o.place), '[]')::text AS json
    FROM (SELECT l.*, row_number() OVER (ORDER BY ${order}) AS place FROM (${lines}) l ORDER BY place LIMIT ${sql.lit(limit)} ${offset === 0 ? sql`` : sql`OFFSET ${offset}`}) o
    LEFT JOIN payouts y ON y.account_id = o.account_id AND y.id = o.payout_id
    LEFT JOIN job_offers f ON o.source_type = 'offer' AND f.account_id = o.account_id AND f.id = o.source_id
    LEFT JOIN jobs j ON j.account_id = o.account_id AND j.id = coalesce(y.job_id, f.job_id)
    LEFT JOIN projects g ON g.account_id = j.account_id AND g.id = j.project_id
    LEFT JOIN workmen w ON w.id = coalesce(y.workman_id, f.workman_id)
    LEFT JOIN accounts c ON c.id = y.account_id
    LEFT JOIN registries r ON ${
      owner.side === "account"
        ? sql`
      r.account_id = ${owner.accountId}`
        : sql`
      false`
    } AND r.id = coalesce(y.registry_id, CASE WHEN o.source_type = 'registry' THEN o.source_id END)
    LEFT JOIN incoming_payments n ON o.source_type = 'invoice' AND n.entry_id = o.entry_id AND n.note IS NOT NULL
    LEFT JOIN invoices v ON v.account_id = n.account_id AND v.id = n.invoice_id`);
  return found?.json ?? "[]";
}

/** A person of both sides reads the company's while acting for it, unless `isMine`. */
function ownerOf(actor: Actor, isMine: boolean): Owner {
  if (!isMine && actor.accountId !== null && may(actor, "transactions.view"))
    return { side: "account", accountId: actor.accountId };
  if (actor.workmanId !== null) return { side: "workman", workmanId: actor.workmanId };
  throw new AppError("forbidden");
}

/** Source: `domain.md` §2.1, «Deny wins». */
function scopedProjects(
  actor: Actor,
  owner: Owner,
  asked: readonly number[] | undefined,
): readonly number[] | undefined {
  if (owner.side === "workman" || actor.projectIds === null) return asked;
  return asked ? asked.filter((id) => actor.projectIds?.includes(id)) : actor.projectIds;
}
