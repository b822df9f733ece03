import type { PaymentDetails } from "#contract/workman-wallet/wallet.ts";

/** Live channel. */
export const WALLET = "workman-wallet";
export const PAYMENT_METHODS = "/profile/workman/payment-methods";

/** Instead of a button that can do nothing. */
export const NOTHING_TO_WITHDRAW =
  "В кошельке пусто: плата за работу приходит сразу на вашу карту или счёт. Сюда возвращаются отложенный налог и неудавшийся вывод";

/** «карта 220000******0004», «счёт 40817*…*0001, Банк». */
export function destinationOf({
  type,
  number,
  accountNumber,
  bankName,
}: Pick<PaymentDetails, "type" | "number" | "accountNumber" | "bankName">): string {
  if (type === "CARD") return `карта ${number ?? ""}`;
  if (type === "SBP") return `СБП по телефону ${number ?? ""}`;
  return ["счёт " + (accountNumber ?? ""), bankName].filter(Boolean).join(", ");
}
