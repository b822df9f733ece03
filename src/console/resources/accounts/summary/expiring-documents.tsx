import { List, Typography } from "antd";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { useHasPage } from "#console/ui/page-index.ts";
import { PageLink } from "#console/ui/page-link.tsx";

/** Papers of favourite workers that end within thirty days: without them the next payout would be refused. */
export function ExpiringDocuments({ total, items }: NonNullable<AccountSummary["expiringDocuments"]>) {
  const hasPage = useHasPage();
  if (total === 0) return <p className="muted">В ближайшие 30 дней у избранных исполнителей ничего не истекает</p>;
  return (
    <List
      size="small"
      dataSource={[...items]}
      footer={total > items.length ? `И ещё ${total - items.length}` : undefined}
      renderItem={({ workman, type, expireDate }) => (
        <List.Item key={`${workman.id}-${type.id}-${expireDate}`}>
          <span>
            {hasPage(`/workmans/${workman.id}`) ? <PageLink to={`/workmans/${workman.id}`}>{workman.name}</PageLink> : workman.name} <Typography.Text type="secondary">{type.title}</Typography.Text>
          </span>
          <span className="num">
            до <DateText value={expireDate} isDay />
          </span>
        </List.Item>
      )}
    />
  );
}
