import { Alert, Descriptions } from "antd";
import type { ComponentProps, ReactNode } from "react";
import type { RegistryRow } from "./registry-kind.ts";
import { RowCell, type CellColumn } from "./row-columns.tsx";

interface RowDetailsProps {
  readonly item: RegistryRow;
  readonly cells: readonly CellColumn[];
  readonly tools: ComponentProps<typeof RowCell>["tools"];
  /** What became of the row. */
  readonly facts: ReactNode;
}

/**
 * Everything of one row in its drawer: what is wrong, what became of it, and every cell, to be
 * corrected here as in the table.
 */
export function RowDetails({ item, cells, tools, facts }: RowDetailsProps) {
  return (
    <>
      {item.errors.map(({ message, columnTitle }) => (
        <Alert
          key={`${columnTitle}:${message}`}
          role="note"
          type="error"
          showIcon
          message={columnTitle ? `${columnTitle}: ${message}` : message}
          style={{ marginBottom: 8 }}
        />
      ))}
      {item.warnings.map(({ message, columnTitle }) => (
        <Alert
          key={`${columnTitle}:${message}`}
          role="note"
          type="warning"
          showIcon
          message={columnTitle ? `${columnTitle}: ${message}` : message}
          style={{ marginBottom: 8 }}
        />
      ))}
      {facts}
      <Descriptions
        size="small"
        column={1}
        title="Из файла"
        items={[
          ...cells.map((cell) => ({
            key: cell.key,
            label: cell.title,
            // A long text is cut at the edge of the drawer, and every cell is a Tab stop: no arrows
            // walk between them here.
            children: (
              <div style={{ flex: 1, minWidth: 0 }}>
                <RowCell item={item} cell={cell} isStop tools={tools} />
              </div>
            ),
          })),
          ...(item.fileLine === null
            ? []
            : [{ key: "fileLine", label: "Строка файла", children: item.fileLine }]),
        ]}
      />
    </>
  );
}
