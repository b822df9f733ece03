import { sql } from "kysely";
import { type Actor, reaches } from "#contract/access/actor.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { PAYOUT_KIND } from "#contract/definitions/payment-types.ts";
import type { Permission } from "#contract/access/permissions.ts";
import { JOB_DOCUMENT_STATE } from "#contract/job-documents/job-document-states.ts";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import { failureOf, PAYOUT_FAILURE } from "#contract/payouts/payout-failures.ts";
import {
  areTriesOver,
  PAYOUT_STATE,
  PAYOUTS_PROMISED,
  type PayoutState,
} from "#contract/payouts/payout-states.ts";
import { heldPayoutNote } from "#contract/payouts/held-payout.ts";
import { returnedPayoutNote } from "#contract/payouts/returned-payout.ts";
import { RECEIPT_STATE } from "#contract/receipts/receipt-states.ts";
import { moscowDate, type CalendarDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { shownReceiptLink } from "#server/modules/workmen/index.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { arrivesBy } from "#server/data/working-days.ts";
import { destinationMaskOf, netOf } from "./bank-orders.ts";
import { MAY_CANCEL } from "./actions/cancel-payout.ts";
import { selectPayouts, type PayoutRow } from "./queries.ts";

export interface SeenPayout {
  readonly accountId: number;
  readonly id: bigint;
  readonly state: PayoutState;
  readonly payout: Payout;
}

/**
 * A payout of the person's projects, or the worker's own.
 *
 * @param permission - required of the company's person.
 * @throws AppError `not_found` - alike for another's payout and none.
 */
export async function readPayout(
  trx: Trx,
  actor: Actor,
  id: number,
  { permission, now }: { readonly permission: Permission; readonly now: Date },
): Promise<SeenPayout> {
  const { rows } = await sql<PayoutRow>`
      ${selectPayouts()}
      WHERE p.id = ${id}
        AND (p.account_id = ${actor.accountId} OR p.workman_id = ${actor.workmanId})`.execute(trx);
  const row = rows[0];
  const mine = row !== undefined && row.workman_id === actor.workmanId;
  if (
    !row ||
    !(mine || reaches(actor, permission, { accountId: row.account_id, projectId: row.project_id }))
  )
    throw notFound("Выплата не найдена");
  const [payout] = await presentPayouts(trx, [row], actor, now);
  return { accountId: row.account_id, id: row.id, state: row.state, payout: payout as Payout };
}

export async function presentPayouts(
  trx: Trx,
  rows: readonly PayoutRow[],
  actor: Actor,
  now: Date,
): Promise<Payout[]> {
  const promised = new Map<CalendarDate, CalendarDate>();
  const dayOf = (row: PayoutRow) =>
    PAYOUTS_PROMISED.includes(row.state) ? moscowDate(row.sent_at ?? now) : null;
  for (const row of rows) {
    const day = dayOf(row);
    if (day !== null && !promised.has(day)) promised.set(day, await arrivesBy(trx, day));
  }
  return rows.map((row) => present(row, actor, promised.get(dayOf(row) ?? "") ?? null));
}

/** Why it has not gone. */
function waitOf({ state, waits_for: reason }: PayoutRow): string | null {
  if (state !== "READY" || reason === null) return null;
  return reason === "STOPPED"
    ? "Исполнитель остановил выплаты. Деньги уйдут, когда он их возобновит"
    : "Исполнитель сменил реквизиты: крупная сумма уйдёт через сутки после этого";
}

function present(row: PayoutRow, actor: Actor, promisedOn: CalendarDate | null): Payout {
  const mine = row.workman_id === actor.workmanId;
  const amount = kopecksToRubles(row.amount_kopecks);
  const mayPay = reaches(actor, "payroll-registries.execute", {
    accountId: row.account_id,
    projectId: row.project_id,
  });
  const hasFailed = row.state === "RETURNED" || row.state === "FAILED";
  const failure = failureOf(row.state, row.failure_code);
  const isRefused = row.state === "RECEIPT_FAILED";
  return {
    id: Number(row.id),
    state: definitionFor(PAYOUT_STATE, row.state),
    kind: definitionFor(PAYOUT_KIND, row.kind),
    amount,
    taxAmount: kopecksToRubles(row.tax_reserved_kopecks),
    debtAmount: kopecksToRubles(row.debt_taken_kopecks),
    toTransfer: kopecksToRubles(netOf(row)),
    destination: row.destination_mask ?? destinationMaskOf(row),
    destinationHolder: row.destination_holder ?? row.workman_name,
    job: { id: Number(row.job_id), title: row.job_title },
    workman: { id: row.workman_id, name: row.workman_name },
    account: { id: row.account_id, companyDetailsName: row.account_name },
    registryID: row.registry_id,
    registry:
      row.registry_id === null ? null : { id: row.registry_id, title: row.registry_title ?? "" },
    registryNumber: row.registry_number,
    act:
      row.act_id && row.act_state && row.act_date
        ? {
            id: Number(row.act_id),
            number: row.act_number ?? "",
            date: row.act_date,
            state: definitionFor(JOB_DOCUMENT_STATE, row.act_state),
          }
        : null,
    receipt: row.receipt_state && {
      id: Number(row.id),
      state: definitionFor(RECEIPT_STATE, row.receipt_state),
      link: shownReceiptLink(actor, {
        workmanId: row.workman_id,
        inn: row.inn,
        receiptId: row.tax_receipt_id,
      }),
    },
    failureReason: failure && definitionFor(PAYOUT_FAILURE, failure),
    payoutNote:
      heldPayoutNote(row.state, mine ? "workman" : "account") ??
      (mine ? null : returnedPayoutNote(row.state, row.receipt_state)),
    problem: mayPay || mine ? (waitOf(row) ?? (mayPay ? row.problem : null)) : null,
    triesCount: row.attempt,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    promisedOn,
    paidAt: row.state === "PAID" ? (row.paid_at?.toISOString() ?? null) : null,
    returnedAt: row.state === "RETURNED" ? (row.returned_at?.toISOString() ?? null) : null,
    permissions: {
      retry:
        (hasFailed && !areTriesOver(row.state, row.attempt) && (mine || mayPay)) ||
        (isRefused && mayPay),
      giveUp: (hasFailed || isRefused) && mayPay,
      cancel: MAY_CANCEL.includes(row.state) && mayPay,
    },
  };
}
