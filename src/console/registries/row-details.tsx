import { Alert, Descriptions } from "antd";
import type { ComponentProps, ReactNode } from "react";
import type { RegistryRow } from "./registry-kind.ts";
import { elsewhere, findingSentence, RowCell, type CellColumn } from "./row-columns.tsx";

interface RowDetailsProps {
  readonly item: RegistryRow;
  readonly cells: readonly CellColumn[];
  readonly tools: ComponentProps<typeof RowCell>["tools"];
  readonly facts: ReactNode;
}

export function RowDetails({ item, cells, tools, facts }: RowDetailsProps) {
  return (
    <>
      {elsewhere(item, cells).map((finding) => (
        <Alert
          key={findingSentence(finding)}
          role="note"
          type={item.errors.includes(finding) ? "error" : "warning"}
          showIcon
          message={findingSentence(finding)}
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
