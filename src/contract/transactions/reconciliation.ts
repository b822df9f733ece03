import { Type } from "typebox";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { JobBrief } from "#contract/briefs/job-brief.ts";
import { ProjectBrief } from "#contract/projects/project.ts";
import { RegistryBrief } from "#contract/briefs/registry-brief.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Instant, Rubles } from "#contract/values/wire.ts";
import { TRANSACTION_TYPE } from "./transaction-types.ts";

/** Same as an export's. */
export const MAX_RECONCILIATION_DAYS = 366;

/** Returned by workmen's banks, or never sent, until a person decides. */
const ReturnedMoney = Type.Object({ count: Type.Integer(), amount: Rubles });

/** Both ledger accounts. */
const Money = { available: Rubles, reserved: Rubles, total: Rubles };
export const ReconciledMoney = Type.Object(Money);
export type ReconciledMoney = Type.Static<typeof ReconciledMoney>;

/** Freezing keeps the total. */
export const ReconciledKind = Type.Object({
  type: definitionOf(TRANSACTION_TYPE),
  count: Type.Integer(),
  ...Money,
});
export type ReconciledKind = Type.Static<typeof ReconciledKind>;

/** `null`: no project, as of incoming money. */
export const ReconciledProject = Type.Object({
  project: nullable(ProjectBrief),
  payments: Rubles,
  commissions: Rubles,
  refunds: Rubles,
  other: Rubles,
  total: Rubles,
});
export type ReconciledProject = Type.Static<typeof ReconciledProject>;

/** Opening + movement = closing, to the kopeck. `difference`: 0 unless the books are wrong. */
export const Reconciliation = Type.Object({
  periodStart: CalendarDate,
  periodEnd: CalendarDate,
  opening: ReconciledMoney,
  closing: ReconciledMoney,
  movement: ReconciledMoney,
  difference: ReconciledMoney,
  /** At the end, neither available nor reserved: these and `closing` sum to all that was put in. */
  returned: ReturnedMoney,
  onTheWay: Rubles,
  paid: Rubles,
  /** Of pay, kept for the workmen's tax and taken towards their debts. */
  taxes: Rubles,
  commissions: Rubles,
  kinds: Type.Array(ReconciledKind),
  projects: Type.Array(ReconciledProject),
});
export type Reconciliation = Type.Static<typeof Reconciliation>;

/** Lines of the bank statement about a customer. */
export const BANK_MOVEMENT = defineEnumeration({
  INCOMING: "Поступило от компании",
  OUTGOING: "Выплачено исполнителям",
  RETURNED: "Вернулось из банков исполнителей",
  REFUNDED: "Возвращено плательщику: платёж без счёта",
  REFUND_RETURNED: "Вернулось из банка плательщика",
});
export type BankMovement = IdOf<typeof BANK_MOVEMENT>;

/** How bank and books differ. */
export const BANK_DIFFERENCE = defineEnumeration({
  /** The company's by the bank's line, on nobody's balance. */
  UNRECOGNIZED: "Не распознан: ждёт вашего решения",
  NOT_IN_BOOKS: "Есть в выписке, нет в операциях",
  NOT_AT_BANK: "Есть в операциях, нет в выписке",
  OTHER_AMOUNT: "Суммы расходятся",
  OTHER_STATE: "Банк и операции называют разный исход",
  OTHER_PERIOD: "В выписке и в операциях разные дни: на границе периода",
});
export type BankDifference = IdOf<typeof BANK_DIFFERENCE>;

/** `difference`: the bank's less ours. */
export const BankTurnover = Type.Object({
  kind: definitionOf(BANK_MOVEMENT),
  booksCount: Type.Integer(),
  books: Rubles,
  bankCount: Type.Integer(),
  bank: Rubles,
  difference: Rubles,
});
export type BankTurnover = Type.Static<typeof BankTurnover>;

/** Missing on one side, or different. */
export const BankMismatch = Type.Object({
  kind: definitionOf(BANK_MOVEMENT),
  reason: definitionOf(BANK_DIFFERENCE),
  /** Bank's payment id, payout number, or order of a refund. */
  reference: Type.String(),
  bankAmount: nullable(Rubles),
  bankAt: nullable(Instant),
  booksAmount: nullable(Rubles),
  booksAt: nullable(Instant),
  /** `null` for incoming money. */
  job: nullable(JobBrief),
  registry: nullable(RegistryBrief),
  payoutID: nullable(Id),
});
export type BankMismatch = Type.Static<typeof BankMismatch>;

export const BankReconciliation = Type.Object({
  periodStart: CalendarDate,
  periodEnd: CalendarDate,
  /** A counterpart just outside the period counts. */
  isMatched: Type.Boolean(),
  turnovers: Type.Array(BankTurnover),
  /** At most 100; those to answer first. */
  mismatches: Type.Array(BankMismatch),
  mismatchCount: Type.Integer(),
});
export type BankReconciliation = Type.Static<typeof BankReconciliation>;

/** End of a Moscow day. */
export const BalanceDay = Type.Object({
  date: CalendarDate,
  income: Rubles,
  expense: Rubles,
  available: Rubles,
  reserved: Rubles,
  total: Rubles,
});
export type BalanceDay = Type.Static<typeof BalanceDay>;
