/** The server's rules. Source: specification §5. */
export function withdrawalRefusal(rubles: number, balance: number): string | null {
  if (rubles <= 0) return "Сумма для вывода должна быть больше нуля";
  return rubles > balance ? "Недостаточно средств на счёте" : null;
}
