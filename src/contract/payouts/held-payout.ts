import type { PayoutState } from "./payout-states.ts";

export const HELD_TERM = "Обычно это занимает не больше двух дней (161-ФЗ)";

/** Source: 161-ФЗ, статья 8. */
export const HELD_WORDS = {
  workman: `Банк придержал перевод и ждёт подтверждения: подтвердите его в приложении своего банка или позвоните в банк. ${HELD_TERM}, деньги за это время никуда не денутся`,
  account: `Банк придержал перевод и ждёт подтверждения. Попросите исполнителя подтвердить его в приложении своего банка или позвонить в банк. ${HELD_TERM}. Повторять выплату не нужно: деньги заморожены, пока банк не исполнит её или не откажет`,
} as const;

export function heldPayoutNote(
  state: PayoutState | null,
  side: keyof typeof HELD_WORDS,
): string | null {
  return state === "BANK_HELD" ? HELD_WORDS[side] : null;
}
