import { List } from "antd";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import { PAYOUTS_ON_THE_WAY } from "#contract/payouts/payout-states.ts";
import { registryPath } from "#contract/registries/registry-places.ts";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import { listLink } from "#console/kit/list-link.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { formatDay } from "#web/format/dates.ts";
import { MoneyText } from "#web/ui/money-text.tsx";
import { useHasPage } from "#web/ui/page-index.ts";
import { PageLink } from "#web/ui/page-link.tsx";

const TRANSACTIONS = "/profile/account/transactions";
/** Further than that a pace tells nothing. */
const MOST_DAYS = 90;

type Money = NonNullable<AccountSummary["money"]>;

/** balance − balanceReserved (specification §6). */
export function Balance({
  at,
  money: { balance, balanceReserved, scheduled, onTheWay, daysLeft },
}: {
  readonly at: string;
  readonly money: Money;
}) {
  const hasPage = useHasPage();
  const figures = [
    { title: "Доступно", rubles: balance - balanceReserved, to: TRANSACTIONS },
    {
      title: "Заморожено под выплаты",
      rubles: balanceReserved,
      to: listLink(TRANSACTIONS, { types: ["HOLD", "HOLD_RELEASE", "HOLD_ADJUST"] }),
    },
    {
      title: "из них запланировано",
      rubles: scheduled,
      to: listLink(registryPath("payroll"), { states: ["SCHEDULED"] }),
    },
    {
      title: "В пути к исполнителям",
      rubles: onTheWay,
      to: listLink("/profile/account/payouts", { states: PAYOUTS_ON_THE_WAY }),
    },
  ];
  return (
    <SectionCard title="Баланс">
      <List
        size="small"
        dataSource={figures.filter(({ rubles }) => rubles !== null)}
        rowKey="title"
        renderItem={({ title, rubles, to }) => (
          <List.Item style={{ paddingInline: 0 }}>
            <span>{title}</span>
            {hasPage(to) ? (
              <PageLink to={to}>
                <MoneyText rubles={rubles} />
              </PageLink>
            ) : (
              <MoneyText rubles={rubles} />
            )}
          </List.Item>
        )}
      />
      {daysLeft === null ? null : <p className="muted">{lastsText(daysLeft, at)}</p>}
    </SectionCard>
  );
}

function lastsText(daysLeft: number, at: string): string {
  const pace = "При выплатах, как за последние 30 дней,";
  if (daysLeft === 0) return `${pace} денег не хватит и на день`;
  if (daysLeft > MOST_DAYS) return `${pace} денег хватит больше чем на ${MOST_DAYS} дней`;
  return `${pace} денег хватит до ${formatDay(addDays(moscowDate(new Date(at)), daysLeft))}`;
}
