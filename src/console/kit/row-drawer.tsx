import type { BaseRecord } from "@refinedev/core";
import { Drawer } from "antd";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { FingerSize } from "./finger-size.tsx";

interface RowDrawerProps<Row extends BaseRecord> {
  readonly rows: readonly Row[];
  readonly parameter: string;
  readonly title: (row: Row) => ReactNode;
  readonly content: (row: Row) => ReactNode;
  /** A row of another page. */
  readonly other?: (id: number) => ReactNode;
}

/** The id is in the URL. */
export function RowDrawer<Row extends BaseRecord>({
  rows,
  parameter,
  title,
  content,
  other,
}: RowDrawerProps<Row>) {
  const [query, setQuery] = useSearchParams();
  const id = query.get(parameter);
  const row = rows.find((one) => String(one.id) === id);
  const elsewhere =
    row === undefined && other && id !== null && /^\d{1,15}$/.test(id) ? other(Number(id)) : null;
  const close = () =>
    setQuery((before) => {
      before.delete(parameter);
      return before;
    });
  return (
    <Drawer
      open={row !== undefined || elsewhere !== null}
      onClose={close}
      width={520}
      title={row && title(row)}
      destroyOnHidden
    >
      <FingerSize>{row ? content(row) : elsewhere}</FingerSize>
    </Drawer>
  );
}
