import type { BoundCard } from "#contract/workman-wallet/wallet.ts";

const BEFORE = "cardsBeforeBinding";

/** Before the redirect to the bank: only a card that was not there before proves a new binding. */
export function keepCardsBeforeBinding(cards: readonly BoundCard[]): void {
  sessionStorage.setItem(
    BEFORE,
    JSON.stringify(cards.filter(({ status }) => status === "ok").map(({ cardId }) => cardId)),
  );
}

/**
 * @returns whether the card works and is new. In another tab nothing was kept: any working card
 * counts.
 */
export function isNewCard({ cardId, status }: BoundCard): boolean {
  const before = JSON.parse(sessionStorage.getItem(BEFORE) ?? "[]") as readonly string[];
  return status === "ok" && !before.includes(cardId);
}

export function forgetCardsBeforeBinding(): void {
  sessionStorage.removeItem(BEFORE);
}
