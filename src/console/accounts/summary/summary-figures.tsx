import type { Access } from "#contract/access/access.ts";
import type { AccountSummary, Attention } from "#contract/accounts/account-summary.ts";
import { noticeEndpoints } from "#contract/notices/notice-endpoints.ts";
import { listLink } from "#console/kit/list-link.ts";
import { StatCards, type Stat } from "#console/kit/stat-cards.tsx";
import { useAccess } from "#web/session/access.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { MoneyText } from "#web/ui/money-text.tsx";
import { useHasPage } from "#web/ui/page-index.ts";

const REGISTRIES = "/profile/payroll-registry";
const TRANSACTIONS = "/profile/account/transactions";
const NOTICES = "/notifications";
const JOBS = "/profile/jobs";

/** Link of each figure, its right, and a fallback link. */
const PLACES: Readonly<
  Record<Attention, { readonly to: string; readonly access?: Access; readonly otherwise?: string }>
> = {
  PAYROLL_APPROVAL: { to: listLink(REGISTRIES, { states: "APPROVAL" }) },
  PAYOUT_FAILED: {
    to: listLink("/profile/account/payouts", { states: ["RECEIPT_FAILED", "RETURNED", "FAILED"] }),
    access: "transactions.view",
    otherwise: listLink(REGISTRIES, { states: "PARTIALLY_EXECUTED" }),
  },
  RECEIPT_ANNULLED: {
    to: listLink("/profile/account/receipts", { states: ["REVERSED_BY_WORKMAN"] }),
  },
  PAYROLL_ERRORS: { to: listLink(REGISTRIES, { states: ["INVALID", "PARTIALLY_READY"] }) },
  JOB_RESULT: { to: "/profile/jobs/accept" },
  OFFER_WAITING: { to: listLink(JOBS, { withNewOffers: "1" }) },
  JOB_REJECTED: { to: listLink(JOBS, { states: ["REJECTED"] }) },
};
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

export function AttentionFigures({ attention }: Pick<AccountSummary, "attention">) {
  const hasPage = useHasPage();
  const access = useAccess();
  const placeOf = (kind: Attention): string | undefined => {
    const { to, access: needed, otherwise = to } = PLACES[kind];
    const place = needed === undefined || access(needed).can ? to : otherwise;
    return hasPage(place) ? place : undefined;
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
