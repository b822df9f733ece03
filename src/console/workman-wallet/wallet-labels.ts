import type { StateTone } from "#contract/kernel/state-tone.ts";
import type { CardStatus, PaymentDetails } from "#contract/workman-wallet/wallet.ts";

/** Live channel. */
export const WALLET = "workman-wallet";
export const PAYMENT_METHODS = "/profile/workman/payment-methods";

export const CARD_TONES: Readonly<Record<CardStatus, StateTone>> = {
  ok: "good",
  expired: "bad",
  blocked: "bad",
  unbound: "neutral",
};

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
