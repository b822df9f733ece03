import { Table } from "antd";
import type { FileReading } from "#contract/registries/file-reading.ts";
import type { ColumnHolds } from "#contract/registries/registry-columns.ts";
import { cellText } from "./cell-text.ts";
import { groupedDigits } from "./registry-labels.ts";

type FileRow = FileReading["rows"][number];

const CELL_PX = 150;
const LINE_PX = 76;

export function FirstRows({
  rows,
  columns,
  holdsAt,
}: {
  readonly rows: readonly FileRow[];
  readonly columns: FileReading["columns"];
  readonly holdsAt: (position: number) => ColumnHolds | undefined;
}) {
  return (
    <section aria-label="Первые строки файла">
      <h2 style={{ margin: "0 0 4px", fontSize: 16 }}>Первые строки файла: {rows.length}</h2>
      <Table<FileRow>
        size="small"
        rowKey="line"
        pagination={false}
        dataSource={[...rows]}
        scroll={{ x: LINE_PX + columns.length * CELL_PX, y: 320 }}
        columns={[
          {
            key: "line",
            title: "Строка",
            width: LINE_PX,
            render: (_, { line }) => <span className="num">{groupedDigits(line)}</span>,
          },
          ...columns.map(({ position, title }) => ({
            key: position,
            title: title || `Столбец ${position + 1}`,
            width: CELL_PX,
            ellipsis: true,
            render: (_: unknown, { cells }: FileRow) =>
              cellText(holdsAt(position), cells[position] ?? ""),
          })),
        ]}
      />
    </section>
  );
}
