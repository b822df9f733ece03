import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { JOB_STATE } from "#contract/jobs/job-states.ts";
import { CalendarDate, Instant, Rubles } from "#contract/values/wire.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";

/** Length of the payouts chart; how far ahead documents are listed. */
export const SUMMARY_DAYS = 30;
/** Documents listed by name; `total` counts all. */
export const SUMMARY_DOCUMENTS_MAX = 10;

/** What the company must decide, most urgent first. */
export const ATTENTION = defineEnumeration({
  PAYROLL_APPROVAL: "Реестры ждут согласования",
  PAYOUT_FAILED: "Выплаты не прошли",
  RECEIPT_ANNULLED: "Чеки аннулированы исполнителями за 30 дней",
  PAYROLL_ERRORS: "Реестры выплат с ошибками",
  JOB_RESULT: "Результаты ждут приёмки",
  OFFER_WAITING: "Задания с новыми откликами",
  JOB_REJECTED: "Задания отклонены модератором",
});
export type Attention = IdOf<typeof ATTENTION>;

/**
 * A part the role may not see is `null`; a user limited to projects gets their numbers. Decision:
 * the content is ours.
 */
export const AccountSummary = Type.Object({
  at: Instant,
  /** Needs `money.view`; `balance` includes the reserved money. */
  money: nullable(Type.Object({ balance: Rubles, balanceReserved: Rubles })),
  /** Counts above 0. */
  attention: Type.Array(Type.Object({ kind: definitionOf(ATTENTION), count: Type.Integer() })),
  /**
   * Earned by workmen by Moscow day, oldest first, empty days included. Needs `transactions.view`
   * for the whole account.
   */
  payoutsByDay: nullable(
    Type.Array(Type.Object({ date: CalendarDate, count: Type.Integer(), amount: Rubles })),
  ),
  /** Without jobs of payroll rows. Needs `jobs.view`. */
  jobsByState: nullable(
    Type.Array(Type.Object({ state: definitionOf(JOB_STATE), count: Type.Integer() })),
  ),
  /** Documents of favourites that expire within 30 days, nearest first. Needs `employees.view`. */
  expiringDocuments: nullable(
    Type.Object({
      total: Type.Integer(),
      items: Type.Array(
        Type.Object({
          workman: Type.Object({ id: Type.Integer(), name: Type.String() }),
          type: definitionOf(WORKMAN_DOCUMENT_TYPE),
          expireDate: CalendarDate,
        }),
      ),
    }),
  ),
});
export type AccountSummary = Type.Static<typeof AccountSummary>;
