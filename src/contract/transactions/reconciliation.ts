import { Type } from "typebox";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { JobBrief } from "#contract/briefs/job-brief.ts";
import { ProjectBrief } from "#contract/projects/project.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Instant, Rubles } from "#contract/values/wire.ts";
import { TRANSACTION_TYPE } from "./transaction-types.ts";

/** Longest period of one reconciliation; the same as of an export. */
export const MAX_RECONCILIATION_DAYS = 366;

/** Money of a customer on both of its accounts of the ledger. */
const Money = { available: Rubles, reserved: Rubles, total: Rubles };
export const ReconciledMoney = Type.Object(Money);
export type ReconciledMoney = Type.Static<typeof ReconciledMoney>;

/**
 * What one type of operations has moved: freezing moves money between the two accounts and leaves
 * the total alone.
 */
export const ReconciledKind = Type.Object({
  type: definitionOf(TRANSACTION_TYPE),
  count: Type.Integer(),
  ...Money,
});
export type ReconciledKind = Type.Static<typeof ReconciledKind>;

/** What was spent on one project; `null`: what belongs to none, such as money that came. */
export const ReconciledProject = Type.Object({
  project: nullable(ProjectBrief),
  payments: Rubles,
  commissions: Rubles,
  refunds: Rubles,
  other: Rubles,
  total: Rubles,
});
export type ReconciledProject = Type.Static<typeof ReconciledProject>;

/**
 * Opening + movements = closing for a period, to the kopeck. `difference` is what the movements do
 * not explain: 0 unless the books are wrong.
 */
export const Reconciliation = Type.Object({
  periodStart: CalendarDate,
  periodEnd: CalendarDate,
  opening: ReconciledMoney,
  closing: ReconciledMoney,
  movement: ReconciledMoney,
  difference: ReconciledMoney,
  kinds: Type.Array(ReconciledKind),
  projects: Type.Array(ReconciledProject),
});
export type Reconciliation = Type.Static<typeof Reconciliation>;

/** Lines of the bank's statement that concern a customer. */
export const BANK_MOVEMENT = defineEnumeration({
  INCOMING: "Поступило от компании",
  OUTGOING: "Выплачено исполнителям",
  RETURNED: "Вернулось из банков исполнителей",
});
export type BankMovement = IdOf<typeof BANK_MOVEMENT>;

/** Why a line of the bank and the books disagree. */
export const BANK_DIFFERENCE = defineEnumeration({
  NOT_IN_BOOKS: "Есть в выписке, нет в операциях",
  NOT_AT_BANK: "Есть в операциях, нет в выписке",
  OTHER_AMOUNT: "Суммы расходятся",
  OTHER_PERIOD: "В выписке и в операциях разные дни: на границе периода",
});
export type BankDifference = IdOf<typeof BANK_DIFFERENCE>;

/** Sums of one kind of lines. `difference`: the bank's less ours. */
export const BankTurnover = Type.Object({
  kind: definitionOf(BANK_MOVEMENT),
  booksCount: Type.Integer(),
  books: Rubles,
  bankCount: Type.Integer(),
  bank: Rubles,
  difference: Rubles,
});
export type BankTurnover = Type.Static<typeof BankTurnover>;

/** One line that only one side has in the period, or that the two sides tell differently. */
export const BankMismatch = Type.Object({
  kind: definitionOf(BANK_MOVEMENT),
  reason: definitionOf(BANK_DIFFERENCE),
  /** The bank's id of the payment, or our number of the payout. */
  reference: Type.String(),
  bankAmount: nullable(Rubles),
  bankAt: nullable(Instant),
  booksAmount: nullable(Rubles),
  booksAt: nullable(Instant),
  /** What a payout belongs to; money that came belongs to nothing else. */
  job: nullable(JobBrief),
  registryID: nullable(Id),
});
export type BankMismatch = Type.Static<typeof BankMismatch>;

/** The customer's movements by the bank's statement beside those of the books. */
export const BankReconciliation = Type.Object({
  periodStart: CalendarDate,
  periodEnd: CalendarDate,
  /**
   * `true`: every line of one side has its line on the other. What is only on the other side of the
   * period's border disagrees with nothing.
   */
  isMatched: Type.Boolean(),
  turnovers: Type.Array(BankTurnover),
  /** At most a hundred, those that need an answer first. */
  mismatches: Type.Array(BankMismatch),
  mismatchCount: Type.Integer(),
});
export type BankReconciliation = Type.Static<typeof BankReconciliation>;

/** Money of the customer at the end of a Moscow day. */
export const BalanceDay = Type.Object({
  date: CalendarDate,
  income: Rubles,
  expense: Rubles,
  available: Rubles,
  reserved: Rubles,
  total: Rubles,
});
export type BalanceDay = Type.Static<typeof BalanceDay>;
