import { formatMoney, kopecksToRubles } from "#contract/values/money.ts";
import { AppError } from "#server/http/app-error.ts";

/**
 * Refusal of what a company's balance does not cover, for those who may see it. `details` are
 * rubles; `missing` is what an invoice has to be for.
 *
 * @param what - «для увеличений нужно», «нужно».
 */
export function companyShortage(needed: bigint, available: bigint, what = "нужно"): AppError {
  return new AppError("insufficient_funds", shortageSentence(needed, available, what), {
    details: {
      needed: kopecksToRubles(needed),
      available: kopecksToRubles(available),
      missing: kopecksToRubles(needed - available),
    },
  });
}

export function shortageSentence(needed: bigint, available: bigint, what = "нужно"): string {
  return `Недостаточно средств на балансе: ${what} ${formatMoney(needed)}, доступно ${formatMoney(available)}. Пополните баланс на ${formatMoney(needed - available)}`;
}
