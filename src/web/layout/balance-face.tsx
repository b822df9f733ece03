import { MoneyText } from "#web/ui/money-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import "./header-balance.css";

const TRANSACTIONS = "/profile/account/transactions";

interface BalanceFaceProps {
  readonly balance: number | null;
  readonly balanceReserved: number | null;
}

/** Shown: balance − balanceReserved. Source: specification §6. */
export function BalanceFace({ balance, balanceReserved }: BalanceFaceProps) {
  const available = balance === null || balanceReserved === null ? null : balance - balanceReserved;
  return (
    <PageLink className="header-balance" to={TRANSACTIONS}>
      <span>
        <small>Доступно</small> <MoneyText rubles={available} />
      </span>
      <span className="header-reserved">
        <small>Заморожено</small> <MoneyText rubles={balanceReserved} />
      </span>
    </PageLink>
  );
}
