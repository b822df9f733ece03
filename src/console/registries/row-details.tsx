import { Alert, Descriptions } from "antd";
import type { ComponentProps, ReactNode } from "react";
import type { RegistryRow } from "./registry-kind.ts";
import { RowCell, type CellColumn } from "./row-columns.tsx";

interface RowDetailsProps {
  readonly item: RegistryRow;
  readonly cells: readonly CellColumn[];
  readonly tools: ComponentProps<typeof RowCell>["tools"];
  readonly facts: ReactNode;
}

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
            // Every cell is a Tab stop: the drawer has no arrow navigation.
            children: (
              <div style={{ flex: 1, minWidth: 0 }}>
                <RowCell item={item} cell={cell} isStop tools={tools} />
              </div>
            ),
          })),
        ]}
      />
    </>
  );
}
