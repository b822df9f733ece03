import type { ReceiptState } from "#contract/receipts/receipt-states.ts";
import type { PayoutState } from "./payout-states.ts";

/**
 * What the law asks when papers exist but the money never arrived; `null` when they agree. Source:
 * 422-ФЗ, статья 15, часть 4; 402-ФЗ, статья 9.
 */
export function returnedPayoutNote(
  payout: PayoutState | null,
  receipt: ReceiptState | null,
): string | null {
  if ((payout === "RETURNED" || payout === "FAILED") && receipt === "REGISTERED")
    return "Банк вернул деньги, а чек остался действующим и сумма стоит в акте. Повторите выплату, и бумаги станут верны. Отмените её, и платформа аннулирует чек: закон требует этого, когда деньги возвращены (422-ФЗ, ст. 15)";
  if (payout === "CANCELED" && (receipt === "REVERSING" || receipt === "REVERSED_BY_PLATFORM"))
    return "Выплата отменена, деньги и комиссия вернулись на баланс, чек аннулирован: расход не признаётся. Если услуга оказана, долг перед исполнителем остаётся; если нет, исправьте акт корректировочным";
  return null;
}
