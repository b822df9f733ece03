import type { BaseRecord } from "@refinedev/core";
import { Card, Checkbox, Flex } from "antd";
import type { Key } from "react";
import type { ListRowsProps } from "./list-rows.tsx";
import { isOwnClick } from "./row-click.ts";

interface ListCardsProps<Row extends BaseRecord> extends Pick<
  ListRowsProps<Row>,
  "list" | "columns" | "title" | "selection" | "bulk" | "cardTitle"
> {
  readonly onRowOpen?: (row: Row) => void;
}

export function ListCards<Row extends BaseRecord>({
  list,
  columns,
  title,
  selection,
  bulk,
  cardTitle,
  onRowOpen,
}: ListCardsProps<Row>) {
  const facts = columns.filter(({ key }) => key !== "actions");
  const named = Math.max(
    0,
    facts.findIndex(({ isCardTitle }) => isCardTitle),
  );
  const first = facts[named];
  const rest = [...facts.slice(named + 1), ...facts.slice(0, named)];
  const actions = columns.find(({ key }) => key === "actions");
  return (
    <ul className="plain-list list-cards" aria-label={title} aria-busy={list.isFetching}>
      {list.rows.map((row) => {
        const isChosen = selection.isEverything || selection.keys.includes(row.id as Key);
        return (
          <li key={row.id}>
            <Card
              size="small"
              title={
                <Flex gap={8} align="baseline">
                  {bulk ? (
                    <Checkbox
                      checked={isChosen}
                      aria-label="Выбрать"
                      onChange={({ target }) =>
                        selection.choose(
                          [],
                          target.checked
                            ? [...selection.rows, row]
                            : selection.rows.filter((one) => one.id !== row.id),
                        )
                      }
                    />
                  ) : null}
                  <span className="card-title">
                    {cardTitle ? cardTitle(row) : first?.render(row)}
                  </span>
                </Flex>
              }
              extra={actions?.render(row)}
              onClick={onRowOpen ? (event) => isOwnClick(event) && onRowOpen(row) : undefined}
            >
              <dl className="card-facts">
                {rest.map((one) =>
                  one.isEmpty?.(row) ? null : (
                    <div key={one.key}>
                      <dt>{one.title}</dt>
                      <dd>{one.render(row)}</dd>
                    </div>
                  ),
                )}
              </dl>
            </Card>
          </li>
        );
      })}
    </ul>
  );
}
