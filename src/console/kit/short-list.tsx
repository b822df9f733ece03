import { Empty, List } from "antd";
import type { ReactNode } from "react";
import type { Reading } from "#console/calls/use-endpoint.ts";
import { FailedPart } from "./failed-part.tsx";

interface ShortListProps<Row> {
  readonly reading: Reading<{ readonly items: readonly Row[] }>;
  readonly rowKey: keyof Row & string;
  /** How the first item appears. */
  readonly empty: string;
  readonly header?: string;
  readonly renderItem: (row: Row) => ReactNode;
}

export function ShortList<Row>({
  reading: { data, error, isLoading, reload },
  rowKey,
  empty,
  header,
  renderItem,
}: ShortListProps<Row>) {
  if (error) return <FailedPart message={error.message} onRetry={reload} />;
  return (
    <List<Row>
      size="small"
      header={header}
      loading={isLoading}
      dataSource={[...(data?.items ?? [])]}
      rowKey={(row) => String(row[rowKey])}
      locale={{
        emptyText: isLoading ? (
          " "
        ) : (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
        ),
      }}
      renderItem={renderItem}
    />
  );
}
