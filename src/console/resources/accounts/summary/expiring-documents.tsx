import { PageLink } from "#console/ui/page-link.tsx";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { useHasPage } from "#console/ui/page-index.ts";

const EMPLOYEES = "/profile/employees";

/** Papers of favourite workers that end within thirty days: without them the next payout would be refused. */
export function ExpiringDocuments({ total, items }: NonNullable<AccountSummary["expiringDocuments"]>) {
  const hasPage = useHasPage();
  if (total === 0) return <p className="muted">В ближайшие 30 дней у избранных исполнителей ничего не истекает</p>;
  return (
    <>
      <ul className="plain-list summary-list">
        {items.map(({ workman, type, expireDate }) => (
          <li key={`${workman.id}-${type.id}-${expireDate}`}>
            <span>
              {hasPage(`/workmans/${workman.id}`) ? <PageLink to={`/workmans/${workman.id}`}>{workman.name}</PageLink> : workman.name}
              <small className="muted">{type.title}</small>
            </span>
            <span className="num">
              до <DateText value={expireDate} isDay />
            </span>
          </li>
        ))}
      </ul>
      {total > items.length ? <p className="muted">И ещё {total - items.length}</p> : null}
      {hasPage(EMPLOYEES) ? (
        <p className="summary-links">
          <PageLink to={EMPLOYEES}>Избранные исполнители</PageLink>
        </p>
      ) : null}
    </>
  );
}
