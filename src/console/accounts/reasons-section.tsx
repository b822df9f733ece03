import { Empty, Skeleton, Table } from "antd";
import { useState } from "react";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import { PeriodField } from "#console/kit/period-field.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";

type Row = AnswerOf<typeof accountEndpoints.statisticReasons>["items"][number];

const LISTS: Readonly<Record<string, string>> = {
  jobReject: "Модератор отклонил задание",
  jobCancel: "Задание отменено",
  offerDeclineByAccount: "Отклонён отклик",
  declineByWorkman: "Исполнитель отказался от приглашения",
  offerReject: "Модератор отклонил отклик",
  arbitration: "Предложена другая сумма",
  actReject: "Исполнитель не подписал акт",
  receiptReversal: "Аннулирован чек",
  payoutFailure: "Выплата не прошла",
};
const COLUMNS = [
  {
    key: "list",
    title: "Что произошло",
    render: (_: unknown, { list }: Row) => LISTS[list] ?? list,
  },
  { key: "reason", title: "Причина", render: (_: unknown, { reason }: Row) => reason.title },
  {
    key: "count",
    title: "Сколько раз",
    align: "right" as const,
    width: 120,
    render: (_: unknown, { count }: Row) => <span className="num">{count}</span>,
  },
];

export default function ReasonsSection() {
  const [period, setPeriod] = useState<{
    readonly periodStart?: string;
    readonly periodEnd?: string;
  }>({});
  const { data, error, reload } = useRead(
    accountEndpoints.statisticReasons,
    { query: period },
    { silent: true },
  );
  const items = data?.items;
  return (
    <SectionCard
      title="Причины отказов и отмен"
      extra={
        <PeriodField
          label="Период"
          width={230}
          from={period.periodStart ?? ""}
          to={period.periodEnd ?? ""}
          onChange={(periodStart, periodEnd) =>
            setPeriod({
              ...(periodStart ? { periodStart } : {}),
              ...(periodEnd ? { periodEnd } : {}),
            })
          }
        />
      }
    >
      {error && !items ? <FailedPart message={error.message} onRetry={reload} /> : null}
      {!error && !items ? <Skeleton active /> : null}
      {items?.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description="За этот период никто не отказывался и ничего не отменял"
        />
      ) : null}
      {items && items.length > 0 ? (
        <Table<Row>
          size="small"
          rowKey={({ list, reason }) => `${list}:${reason.id}`}
          pagination={false}
          columns={COLUMNS}
          dataSource={[...items]}
        />
      ) : null}
    </SectionCard>
  );
}
