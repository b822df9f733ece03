import { Type } from "typebox";
import { nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Rubles } from "#contract/values/wire.ts";

/**
 * Sums of payments that have come or are on their way; the others may still change or end.
 * `accrued` less `tax` is what comes.
 */
const sums = {
  count: Type.Integer(),
  accrued: Rubles,
  tax: Rubles,
  paid: Rubles,
  onTheWay: Rubles,
};
const IncomeSums = Type.Object(sums);
export type IncomeSums = Type.Static<typeof IncomeSums>;

const Account = Type.Object({ id: Id, companyDetailsName: Type.String() });

/**
 * A worker's income of a year by months and by customers; a payment belongs to the Moscow month it
 * was made in, as in the list.
 */
export const PayoutIncome = Type.Object({
  year: Type.Integer(),
  /** Years there is something to read of, this one among them, the latest first. */
  years: Type.Array(Type.Integer()),
  totals: IncomeSums,
  /** From January; of this year, to the month that runs. */
  months: Type.Array(
    Type.Object({ monthNumber: Type.Integer({ minimum: 1, maximum: 12 }), ...sums }),
  ),
  /** Whoever has ever paid him, by name: what a list of payments can be narrowed to. */
  accounts: Type.Array(Account),
  /** The largest first. */
  customers: Type.Array(Type.Object({ account: Account, ...sums })),
  /** Of all years: what comes next, and the day by which all of it has come. */
  next: Type.Object({ count: Type.Integer(), amount: Rubles, arrivesBy: nullable(CalendarDate) }),
});
export type PayoutIncome = Type.Static<typeof PayoutIncome>;
export type IncomeMonth = PayoutIncome["months"][number];
export type IncomeCustomer = PayoutIncome["customers"][number];
