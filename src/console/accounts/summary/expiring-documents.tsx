import { List, Typography } from "antd";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import { PersonName } from "#console/kit/person-name.tsx";
import { DateText } from "#console/kit/date-text.tsx";

/** Within 30 days; without them the next payout is refused. */
export function ExpiringDocuments({
  total,
  items,
}: NonNullable<AccountSummary["expiringDocuments"]>) {
  if (total === 0)
    return <p className="muted">В ближайшие 30 дней у избранных исполнителей ничего не истекает</p>;
  return (
    <List
      size="small"
      dataSource={[...items]}
      footer={total > items.length ? `И ещё ${total - items.length}` : undefined}
      renderItem={({ workman, type, expireDate }) => (
        <List.Item key={`${workman.id}-${type.id}-${expireDate}`}>
          <span>
            <PersonName person={workman} />{" "}
            <Typography.Text type="secondary">{type.title}</Typography.Text>
          </span>
          <span className="num">
            до <DateText value={expireDate} isDay />
          </span>
        </List.Item>
      )}
    />
  );
}
