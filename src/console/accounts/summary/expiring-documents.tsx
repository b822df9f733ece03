import { List, Typography } from "antd";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import { PersonName } from "#console/kit/person-name.tsx";
import { DateText } from "#console/kit/date-text.tsx";

/** Expired or within 30 days; without them the next payout is refused. */
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
      rowKey="id"
      renderItem={({ workman, type, expireDate, isExpired, isInReview }) => (
        <List.Item>
          <span>
            <PersonName person={workman} />{" "}
            <Typography.Text type="secondary">
              {type.title}
              {isInReview ? ", новый на проверке" : ""}
            </Typography.Text>
          </span>
          <Typography.Text className="num" type={isExpired ? "danger" : undefined}>
            {isExpired ? "истёк " : "до "}
            <DateText value={expireDate} isDay />
          </Typography.Text>
        </List.Item>
      )}
    />
  );
}
