import type { AccountSummary, Attention } from "#contract/accounts/account-summary.ts";
import { attentionLists } from "#contract/accounts/attention-lists.ts";
import { noticeEndpoints } from "#contract/notices/notice-endpoints.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { listLink } from "#console/kit/list-link.ts";
import { StatCards, type Stat } from "#console/kit/stat-cards.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { MoneyText } from "#web/ui/money-text.tsx";
import { useHasPage } from "#web/ui/page-index.ts";

const TRANSACTIONS = "/profile/account/transactions";
const NOTICES = "/notifications";

const BAD: readonly Attention[] = ["PAYOUT_FAILED", "JOB_REJECTED"];

/** balance − balanceReserved (specification §6). */
export function MoneyFigures({ balance, balanceReserved }: NonNullable<AccountSummary["money"]>) {
  const hasPage = useHasPage();
  const to = (address: string) => (hasPage(address) ? address : undefined);
  return (
    <StatCards
      label="Баланс"
      stats={[
        {
          key: "available",
          title: "Доступно",
          value: <MoneyText rubles={balance - balanceReserved} />,
          to: to(TRANSACTIONS),
        },
        {
          key: "reserved",
          title: "Заморожено под выплаты",
          value: <MoneyText rubles={balanceReserved} />,
          to: to(listLink(TRANSACTIONS, { types: ["HOLD", "HOLD_RELEASE", "HOLD_ADJUST"] })),
        },
        {
          key: "whole",
          title: "Всего",
          value: <MoneyText rubles={balance} />,
          to: to(listLink(TRANSACTIONS, { types: ["INVOICE_PAYMENT"] })),
        },
      ]}
    />
  );
}

export function AttentionFigures({ at, attention }: Pick<AccountSummary, "at" | "attention">) {
  const hasPage = useHasPage();
  const lists = attentionLists(moscowDate(new Date(at)));
  const placeOf = (kind: Attention): string | undefined => {
    const { path, filters } = lists[kind];
    return hasPage(path) ? listLink(path, filters) : undefined;
  };
  const unread =
    useRead(noticeEndpoints.bellList, { query: { perPage: 10, unreadOnly: 1 } }, { silent: true })
      .data?.meta.total ?? 0;
  const stats: Stat[] = attention.map(({ kind, count }) => ({
    key: kind.id,
    title: kind.title,
    value: count.toLocaleString("ru-RU"),
    tone: BAD.includes(kind.id) ? "bad" : "warning",
    to: placeOf(kind.id),
  }));
  if (unread > 0)
    stats.push({
      key: "unread",
      title: "Непрочитанные уведомления",
      value: unread.toLocaleString("ru-RU"),
      to: hasPage(NOTICES) ? listLink(NOTICES, { isRead: "false" }) : undefined,
    });
  return (
    <section aria-label="Требует внимания">
      {attention.length === 0 ? (
        <p className="muted">
          Всё в порядке: ни один реестр, отклик и результат не ждёт вашего решения
        </p>
      ) : null}
      {stats.length > 0 ? <StatCards label="Требует внимания" stats={stats} /> : null}
    </section>
  );
}
