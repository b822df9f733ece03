import { useCan } from "@refinedev/core";
import { List, Typography } from "antd";
import { invoiceEndpoints } from "#contract/invoices/invoice-endpoints.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { listLink } from "#console/kit/list-link.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { useHasPage } from "#web/ui/page-index.ts";
import { PageLink } from "#web/ui/page-link.tsx";

const INVOICES = "/profile/account/invoices";
const SHOWN = 5;
const UNPAID = ["created", "partially_paid", "expired"] as const;

/** @param today - the server's date: this computer's clock may be wrong. */
export function UnpaidInvoices({ today }: { today: string }) {
  const maySee = useCan(right("invoices.view")).data?.can === true;
  const isShown = useHasPage()(INVOICES) && maySee;
  const { data, error, reload } = useRead(
    invoiceEndpoints.list,
    { query: { stateID: [...UNPAID], perPage: SHOWN, sortBy: "createdAt", sortDirection: "desc" } },
    { enabled: isShown, silent: true },
  );
  if (!isShown) return null;
  return (
    <SectionCard
      title="Неоплаченные счета"
      extra={
        <PageLink to={listLink(INVOICES, { stateID: UNPAID })}>
          {data && data.meta.total > SHOWN ? `Все счета: ${data.meta.total}` : "Все счета"}
        </PageLink>
      }
    >
      {error ? (
        <FailedPart message={error.message} onRetry={reload} />
      ) : (
        <List
          size="small"
          loading={!data}
          dataSource={data?.items ?? []}
          rowKey="id"
          locale={{ emptyText: data ? "Неоплаченных счетов нет" : " " }}
          renderItem={({ number, amount, paidAmount, validUntil }) => (
            <List.Item>
              <span>
                Счёт №&nbsp;{number}{" "}
                <Typography.Text type={isOverdue(validUntil, today) ? "danger" : "secondary"}>
                  {isOverdue(validUntil, today) ? "срок оплаты прошёл " : "оплатить до "}
                  <DateText value={validUntil} isDay />
                </Typography.Text>
              </span>
              <MoneyText rubles={amount - paidAmount} />
            </List.Item>
          )}
        />
      )}
    </SectionCard>
  );
}

function isOverdue(validUntil: string, today: string): boolean {
  return validUntil < moscowDate(new Date(today));
}
