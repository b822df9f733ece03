import { Alert, Skeleton, Typography } from "antd";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { workmanTaxEndpoints } from "#contract/workman-taxes/workman-tax-endpoints.ts";
import { formatDay } from "#web/format/dates.ts";
import { formatRubles } from "#web/format/money.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { PageLink } from "#web/ui/page-link.tsx";

interface EarningTextProps {
  /** Rubles agreed for the work. */
  readonly amount: number;
  /** Deadline of the work, unix seconds. */
  readonly finishDate: number;
  /** Set after acceptance: only the transfer is left. */
  readonly acceptedAt?: string | null;
}

/** Links to the payment methods without a destination. */
export function EarningText({ amount, finishDate, acceptedAt = null }: EarningTextProps) {
  const doneOn = moscowDate(
    acceptedAt === null ? new Date(finishDate * 1000) : new Date(acceptedAt),
  );
  const { data, error } = useRead(
    workmanTaxEndpoints.earning,
    { query: { amount, doneOn } },
    { silent: true, staleTimeMs: 60_000 },
  );
  if (error) return null;
  if (!data) return <Skeleton active paragraph={{ rows: 1 }} title={false} />;
  const { arrives, tax, taxPayer, payoutKind, destination, arrivesBy } = data;
  if (payoutKind === null) {
    return (
      <Alert
        type="warning"
        showIcon
        message="Некуда отправить выплату"
        description={
          <>
            Привяжите карту или укажите счёт:{" "}
            <PageLink to="/profile/workman/payment-methods">Способы выплаты</PageLink>
          </>
        }
      />
    );
  }
  return (
    <Typography.Paragraph style={{ marginBottom: 8 }}>
      {payoutKind.title} {destination === null ? "" : `${destination} `}придёт{" "}
      <b className="num">{formatRubles(arrives)}</b> до <b>{formatDay(arrivesBy)}</b>,{" "}
      {acceptedAt === null ? "если результат примут в срок" : "когда подписан акт"}.{" "}
      <Typography.Text type="secondary">{taxWords(tax, taxPayer.id)}</Typography.Text>
    </Typography.Paragraph>
  );
}

function taxWords(tax: number | null, payer: "WORKMAN" | "PLATFORM"): string {
  if (tax === null) return "Налог вы платите сами.";
  return payer === "PLATFORM"
    ? `Налог ${formatRubles(tax)} платформа удержит и заплатит за вас.`
    : `Налог, примерно ${formatRubles(tax)}, вы заплатите сами в «Мой налог».`;
}
