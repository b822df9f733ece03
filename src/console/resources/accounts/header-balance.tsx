import { PageLink } from "#console/ui/page-link.tsx";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { kopecksToRubles, rublesToKopecks } from "#contract/values/money.ts";
import { useHasPage } from "#console/ui/page-index.ts";
import { useAccess } from "#console/providers/access.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import { useIdle } from "#console/providers/use-idle.ts";
import { MoneyText } from "#console/ui/money-text.tsx";
import "./header-balance.css";

const TRANSACTIONS = "/profile/account/transactions";

/**
 * Money the account can spend and money that is frozen, for the roles that may see it: shown balance = balance − balanceReserved.
 * Source: specification §6.
 */
export function HeaderBalance() {
  const isIdle = useIdle();
  const isAllowed = useAccess()("money.view").can;
  const hasPage = useHasPage();
  const { data } = useRead(accountEndpoints.myInfo, {}, { enabled: isAllowed && isIdle, resource: "accounts", silent: true });
  if (!isAllowed) return null;
  const { balance = null, balanceReserved = null } = data ?? {};
  const available = balance === null || balanceReserved === null ? null : kopecksToRubles(rublesToKopecks(balance) - rublesToKopecks(balanceReserved));
  const content = (
    <>
      <span>
        <small>Доступно</small> <MoneyText rubles={available} />
      </span>
      <span className="header-reserved">
        <small>Заморожено</small> <MoneyText rubles={balanceReserved} />
      </span>
    </>
  );
  return hasPage(TRANSACTIONS) ? (
    <PageLink className="header-balance" to={TRANSACTIONS}>
      {content}
    </PageLink>
  ) : (
    <div className="header-balance">{content}</div>
  );
}
