import { Alert, Drawer, Table, Typography, type TableColumnType } from "antd";
import { useState } from "react";
import type { Posting } from "#contract/ledger/posting.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo, PayrollItem } from "#contract/registries/payroll-registry.ts";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";
import { registryName } from "../registry-labels.ts";
import { PAYROLL } from "./payroll-kind.ts";

const PER_PAGE = 30;

export function PostingsDrawer({
  registry,
  onClose,
}: {
  readonly registry: PayrollInfo;
  readonly onClose: () => void;
}) {
  const [page, setPage] = useState(1);
  const { data, error, isLoading } = useRead(
    payrollRegistryEndpoints.postings,
    { params: { id: registry.id }, query: { page, perPage: PER_PAGE } },
    { silent: true, staleTimeMs: 0 },
  );
  return (
    <Drawer
      open
      title={`Проводки: ${registryName(PAYROLL, registry).toLowerCase()}`}
      width={640}
      onClose={onClose}
    >
      <Postings
        postings={data?.items}
        isLoading={isLoading}
        message={error?.message}
        pages={{ current: page, pageSize: PER_PAGE, total: data?.meta.total, onChange: setPage }}
      />
    </Drawer>
  );
}

export function ItemPostings({ item }: { readonly item: PayrollItem }) {
  const { data, error, isLoading } = useRead(
    payrollRegistryEndpoints.itemPostings,
    { params: { id: item.id } },
    { silent: true, staleTimeMs: 0 },
  );
  return <Postings postings={data?.items} isLoading={isLoading} message={error?.message} />;
}

interface PostingsProps {
  readonly postings: readonly Posting[] | undefined;
  readonly isLoading: boolean;
  readonly message?: string;
  readonly pages?: {
    readonly current: number;
    readonly pageSize: number;
    readonly total: number | undefined;
    readonly onChange: (page: number) => void;
  };
}

function Postings({ postings = [], isLoading, message, pages }: PostingsProps) {
  const isPhone = useIsPhone();
  if (message) return <Alert type="error" role="alert" showIcon message={message} />;
  return (
    <Table<Posting>
      aria-label="Проводки"
      size="small"
      rowKey={({ entryID, id }) => `${entryID}:${id}`}
      loading={isLoading}
      columns={columnsOf(isPhone)}
      dataSource={postings as Posting[]}
      pagination={
        pages ? { ...pages, size: "small", hideOnSinglePage: true, showSizeChanger: false } : false
      }
      locale={{ emptyText: isLoading ? " " : "Проводок пока нет: деньги ещё не двигались" }}
    />
  );
}

const columnsOf = (isPhone: boolean): TableColumnType<Posting>[] => [
  {
    key: "event",
    title: "Когда и что",
    width: isPhone ? undefined : "38%",
    render: (_, { event, at, comment, debit, credit }) => (
      <>
        {event.title}
        <br />
        {/* Four columns do not fit a phone. */}
        {isPhone ? <div>{`${debit.title} → ${credit.title}`}</div> : null}
        <Typography.Text type="secondary">
          <DateText value={at} />
          {comment ? `. ${comment}` : ""}
        </Typography.Text>
      </>
    ),
  },
  ...(isPhone
    ? []
    : [
        { key: "debit", title: "Откуда", render: (_: unknown, { debit }: Posting) => debit.title },
        { key: "credit", title: "Куда", render: (_: unknown, { credit }: Posting) => credit.title },
      ]),
  {
    key: "amount",
    title: "Сумма",
    align: "right",
    render: (_, { amount }) => <MoneyText rubles={amount} />,
  },
];
