import { definitionFor } from "#contract/kernel/definition-of.ts";
import { kopecksToRubles, shareOf } from "#contract/values/money.ts";
import { forecastTax, type ForecastRates } from "#contract/workman-taxes/tax-forecast.ts";
import {
  TAX_MONTH_STATE,
  type TaxMonth,
  type TaxMonthState,
} from "#contract/workman-taxes/workman-tax.ts";

/** By the platform's and the tax service's data, kopecks. */
export interface TaxMonthFacts {
  /** 1 to 12. */
  readonly month: number;
  readonly income: bigint;
  readonly canceled: bigint;
  /** `null`: nothing accrued yet. */
  readonly accrued: { readonly tax: bigint; readonly paid: bigint } | null;
  readonly reserved: bigint;
  readonly payment: {
    readonly outcome: string | null;
    readonly paid: bigint;
    readonly debt: bigint;
    readonly penalty: bigint;
  } | null;
  readonly dueDate: string;
  readonly isOver: boolean;
  /** Past its day. */
  readonly isLate: boolean;
}

/**
 * For the worker's page: the tax service's sums where it has accrued, otherwise a forecast with the
 * deduction earlier months have left.
 *
 * @param bonus - the deduction left after all accrued months, kopecks. Source: `domain.md` §1.2,
 * §1.4.
 */
export function taxMonths(
  year: number,
  facts: readonly TaxMonthFacts[],
  rates: ForecastRates,
  bonus: bigint,
): TaxMonth[] {
  let left = bonus;
  return facts.map((month) => {
    const { tax, used } = month.accrued
      ? ofAccrual(month.income, month.accrued.tax, rates)
      : ofForecast(month.income, rates, left);
    if (!month.accrued) left -= used;
    const paid =
      month.accrued && month.accrued.paid > (month.payment?.paid ?? 0n)
        ? month.accrued.paid
        : (month.payment?.paid ?? 0n);
    return {
      year,
      monthNumber: month.month,
      income: kopecksToRubles(month.income),
      canceledIncome: kopecksToRubles(month.canceled),
      taxAmount: kopecksToRubles(tax),
      bonusUsed: kopecksToRubles(used),
      reservedAmount: kopecksToRubles(month.reserved),
      paidAmount: kopecksToRubles(paid),
      debtAmount: kopecksToRubles(month.payment?.debt ?? 0n),
      penaltyAmount: kopecksToRubles(month.payment?.penalty ?? 0n),
      dueDate: month.dueDate,
      state: definitionFor(TAX_MONTH_STATE, stateOf(month, tax, paid)),
    };
  });
}

function ofForecast(
  income: bigint,
  rates: ForecastRates,
  left: bigint,
): { tax: bigint; used: bigint } {
  const { tax, deduction } = forecastTax(income, rates, left);
  return { tax, used: deduction };
}

/** The tax service gives no deduction of a month: the tax by the rate less the accrued. */
function ofAccrual(
  income: bigint,
  tax: bigint,
  rates: ForecastRates,
): { tax: bigint; used: bigint } {
  const base = shareOf(income, rates.taxPpm);
  return { tax, used: base > tax ? base - tax : 0n };
}

function stateOf(
  { accrued, payment, income, isOver, isLate }: TaxMonthFacts,
  tax: bigint,
  paid: bigint,
): TaxMonthState {
  if (payment?.outcome?.startsWith("REFUNDED") && paid < tax) return "REFUNDED";
  if (accrued && tax > 0n && paid >= tax) return "PAID";
  if (payment?.outcome === "PAID") return "PAID";
  if (payment?.outcome === "PARTIALLY_PAID") return "PARTIALLY_PAID";
  if (isOver && income === 0n && tax === 0n) return "NO_INCOME";
  if (!accrued) return "FORECAST";
  return isLate && tax > paid ? "OVERDUE" : "ACCRUED";
}
