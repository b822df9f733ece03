import { Type } from "typebox";
import { nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Rubles } from "#contract/values/wire.ts";

/** Payments arrived or on their way. `accrued` less `tax` and `debt` arrives. */
const sums = {
  count: Type.Integer(),
  accrued: Rubles,
  tax: Rubles,
  debt: Rubles,
  paid: Rubles,
  onTheWay: Rubles,
};
const IncomeSums = Type.Object(sums);
export type IncomeSums = Type.Static<typeof IncomeSums>;

const Account = Type.Object({ id: Id, companyDetailsName: Type.String() });

/** A payment belongs to the Moscow month it was made in. */
export const PayoutIncome = Type.Object({
  year: Type.Integer(),
  /** Years with payments and the current one, latest first. */
  years: Type.Array(Type.Integer()),
  totals: IncomeSums,
  /** From January; this year's to this month. */
  months: Type.Array(
    Type.Object({ monthNumber: Type.Integer({ minimum: 1, maximum: 12 }), ...sums }),
  ),
  /** All customers who ever paid him, by name. */
  accounts: Type.Array(Account),
  customers: Type.Array(Type.Object({ account: Account, ...sums })),
  /** Over all years. */
  next: Type.Object({ count: Type.Integer(), amount: Rubles, arrivesBy: nullable(CalendarDate) }),
});
export type PayoutIncome = Type.Static<typeof PayoutIncome>;
export type IncomeMonth = PayoutIncome["months"][number];
export type IncomeCustomer = PayoutIncome["customers"][number];
