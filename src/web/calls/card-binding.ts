import type { BoundCard } from "#contract/workman-wallet/wallet.ts";

const BEFORE = "cardsBeforeBinding";

/** Before the redirect to the bank: only a new card proves a binding. */
export function keepCardsBeforeBinding(cards: readonly BoundCard[]): void {
  sessionStorage.setItem(
    BEFORE,
    JSON.stringify(cards.filter(({ status }) => status === "ok").map(({ cardId }) => cardId)),
  );
}

/** @returns whether the card works and is new; in another tab any working card counts. */
export function isNewCard({ cardId, status }: BoundCard): boolean {
  const before = JSON.parse(sessionStorage.getItem(BEFORE) ?? "[]") as readonly string[];
  return status === "ok" && !before.includes(cardId);
}

export function forgetCardsBeforeBinding(): void {
  sessionStorage.removeItem(BEFORE);
}
