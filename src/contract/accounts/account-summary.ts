import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { JOB_STATE } from "#contract/jobs/job-states.ts";
import { CalendarDate, Instant, Rubles } from "#contract/values/wire.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";

/** Days of the chart of payouts, today included, and how far ahead papers are looked at. */
export const SUMMARY_DAYS = 30;
/** Papers named one by one; `total` counts the rest. */
export const SUMMARY_DOCUMENTS_MAX = 10;

/** What waits for a decision of the company, the most urgent first. */
export const ATTENTION = defineEnumeration({
  PAYROLL_APPROVAL: "Реестры ждут согласования",
  PAYOUT_FAILED: "Выплаты не прошли",
  RECEIPT_ANNULLED: "Чеки аннулированы исполнителями за 30 дней",
  PAYROLL_ERRORS: "Реестры выплат с ошибками",
  JOB_RESULT: "Результаты ждут приёмки",
  OFFER_WAITING: "Новые отклики",
  JOB_REJECTED: "Задания отклонены модератором",
});
export type Attention = IdOf<typeof ATTENTION>;

/**
 * The company at a glance. A part that the role may not see is `null`; a limited user's numbers are
 * those of his projects. Source: header menu of the specification, «Новый интерфейс». Decision: its
 * content is not shown there and is ours.
 */
export const AccountSummary = Type.Object({
  at: Instant,
  /** For `money.view`; `balance` includes the reserved money, as in `GET /account/my-info`. */
  money: nullable(Type.Object({ balance: Rubles, balanceReserved: Rubles })),
  /** Only what there is, in the order of `ATTENTION`; counts are above 0. */
  attention: Type.Array(Type.Object({ kind: definitionOf(ATTENTION), count: Type.Integer() })),
  /**
   * Earned by workers by Moscow day, without the commission, for `transactions.view` in the whole
   * account: 30 days, the oldest first, days without payouts included.
   */
  payoutsByDay: nullable(
    Type.Array(Type.Object({ date: CalendarDate, count: Type.Integer(), amount: Rubles })),
  ),
  /**
   * Jobs of the exchange for `jobs.view`, every state in the order of a job's life; rows of
   * payrolls are not among them.
   */
  jobsByState: nullable(
    Type.Array(Type.Object({ state: definitionOf(JOB_STATE), count: Type.Integer() })),
  ),
  /**
   * Papers of favourite workers that end within 30 days, the nearest first, for `employees.view`.
   */
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
