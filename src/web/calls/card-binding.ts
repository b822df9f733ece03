import type { BoundCard } from "#contract/workman-wallet/wallet.ts";

const BEFORE = "cardsBeforeBinding";

/**
 * Keeps which cards there are before the person goes to the bank: afterwards only another one
 * proves that a card was bound.
 */
export function keepCardsBeforeBinding(cards: readonly BoundCard[]): void {
  sessionStorage.setItem(
    BEFORE,
    JSON.stringify(cards.filter(({ status }) => status === "ok").map(({ cardId }) => cardId)),
  );
}

/**
 * @returns whether the card works and was not there before; whoever comes back in another tab has
 *   nothing to compare with, there any working card counts.
 */
export function isNewCard({ cardId, status }: BoundCard): boolean {
  const before = JSON.parse(sessionStorage.getItem(BEFORE) ?? "[]") as readonly string[];
  return status === "ok" && !before.includes(cardId);
}

export function forgetCardsBeforeBinding(): void {
  sessionStorage.removeItem(BEFORE);
}
