import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { JOB_STATE } from "#contract/jobs/job-states.ts";
import { PaperRisk } from "#contract/risks/risk.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Instant, Rubles } from "#contract/values/wire.ts";

/** Length of the payouts chart, and of the spending that tells how long the money lasts. */
export const SUMMARY_DAYS = 30;
/** Documents listed by name; `total` counts all. */
export const SUMMARY_DOCUMENTS_MAX = 10;

/** What the company must do, by money and promise. */
export const ATTENTION = defineEnumeration({
  PAYOUT_FAILED: "Выплаты не прошли",
  PAYROLL_SHORTAGE: "Реестрам не хватает денег",
  PAYROLL_APPROVAL: "Реестры ждут согласования",
  PAYROLL_READY: "Реестры готовы к запуску",
  PAYROLL_ERRORS: "Реестры выплат с ошибками",
  JOB_RESULT: "Результаты ждут приёмки",
  INVOICE_UNPAID: "Счета не оплачены",
  OFFER_WAITING: "Задания с новыми откликами",
  PAPERS_EXPIRING: "Документы исполнителей истекли или скоро истекут",
  JOB_REJECTED: "Задания отклонены модератором",
  RECEIPT_ANNULLED: "Чеки аннулированы исполнителями за 30 дней",
});
export type Attention = IdOf<typeof ATTENTION>;

/**
 * A part the role may not see is `null`; a user limited to projects gets their numbers. Decision:
 * the content is ours.
 */
export const AccountSummary = Type.Object({
  at: Instant,
  /** Needs `money.view`. */
  money: nullable(
    Type.Object({
      /** Includes the reserved money. */
      balance: Rubles,
      balanceReserved: Rubles,
      /** Reserved for registries whose start is awaited. */
      scheduled: Rubles,
      /** Earned by workmen and not yet confirmed by the bank; `null` for a user limited to projects. */
      onTheWay: nullable(Rubles),
      /**
       * Whole days that the available money lasts at the mean spending of 30 days; `null` without
       * spending and for a user limited to projects.
       */
      daysLeft: nullable(Type.Integer()),
    }),
  ),
  /** Counts above 0. */
  attention: Type.Array(
    Type.Object({
      kind: definitionOf(ATTENTION),
      count: Type.Integer(),
      /** What is at stake; for `PAYROLL_SHORTAGE` what lacks. */
      amount: nullable(Rubles),
      /** The only one that is counted. */
      registryID: nullable(Id),
    }),
  ),
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
  /** The first of the documents of favourites that expired or soon will. Needs `employees.view`. */
  expiringDocuments: nullable(Type.Object({ total: Type.Integer(), items: Type.Array(PaperRisk) })),
});
export type AccountSummary = Type.Static<typeof AccountSummary>;
