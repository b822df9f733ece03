import type { BaseRecord } from "@refinedev/core";
import { Checkbox, Descriptions, Flex } from "antd";
import { Fragment, useMemo, useState, type Key, type ReactNode } from "react";
import { PageLink } from "#web/ui/page-link.tsx";
import type { ListColumn, RowPart } from "./columns.tsx";
import type { ListRowsProps } from "./list-rows.tsx";

interface PhoneRowsProps<Row extends BaseRecord> extends Pick<
  ListRowsProps<Row>,
  "list" | "columns" | "title" | "selection" | "bulk"
> {
  readonly onRowOpen?: (row: Row) => void;
}

/** Two lines a row; a press shows the rest: its drawer, its record, or its facts below. */
export function PhoneRows<Row extends BaseRecord>({
  list,
  columns,
  title,
  selection,
  bulk,
  onRowOpen,
}: PhoneRowsProps<Row>) {
  const parts = useMemo(() => partsOf(columns), [columns]);
  const actions = columns.find(({ key }) => key === "actions");
  return (
    <ul className="plain-list phone-rows" aria-label={title} aria-busy={list.isFetching}>
      {list.rows.map((row) => (
        <PhoneRow
          key={row.id}
          row={row}
          parts={parts}
          onOpen={onRowOpen && (() => onRowOpen(row))}
          commands={actions && !actions.isEmpty?.(row) ? actions.render(row) : null}
          choice={
            bulk ? (
              <Checkbox
                checked={selection.isEverything || selection.keys.includes(row.id as Key)}
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
            ) : null
          }
        />
      ))}
    </ul>
  );
}

interface Parts<Row> {
  readonly shown: Readonly<Record<RowPart, ListColumn<Row> | undefined>>;
  /** What the row leaves out. */
  readonly others: readonly ListColumn<Row>[];
}

/** Without a state, its place has the second name: of an operation, whom it is about. */
export function partsOf<Row>(columns: readonly ListColumn<Row>[]): Parts<Row> {
  const facts = columns.filter(({ key }) => key !== "actions");
  const of = (kind: RowPart) => facts.filter(({ part }) => part === kind);
  const [name = facts[0], second] = of("name");
  const shown = { name, sum: of("sum")[0], state: of("state")[0] ?? second, day: of("day")[0] };
  const inSight = Object.values(shown);
  return { shown, others: facts.filter((one) => one.plain || !inSight.includes(one)) };
}

const LINES = [
  ["name", "sum"],
  ["state", "day"],
] as const;
const LOOK = {
  flex: 1,
  minWidth: 0,
  paddingBlock: 5,
  border: 0,
  background: "none",
  color: "inherit",
  font: "inherit",
  lineHeight: "20px",
  textAlign: "left",
  textDecoration: "none",
} as const;
const LINE = { display: "flex", gap: 8, minHeight: 20 } as const;
const LONG = { flex: 1, minWidth: 0 } as const;
const EDGE_PX = 12;
const BELOW = { flex: "0 0 100%", padding: "0 12px" } as const;

interface PhoneRowProps<Row> {
  readonly row: Row;
  readonly parts: Parts<Row>;
  readonly onOpen?: () => void;
  readonly choice?: ReactNode;
  readonly commands?: ReactNode;
}

export function PhoneRow<Row>({
  row,
  parts: { shown, others },
  onOpen,
  choice,
  commands,
}: PhoneRowProps<Row>) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  // Blanks keep the words of the row's name apart.
  const words = LINES.map(([long, short]) => (
    <Fragment key={long}>
      <span style={LINE}>
        <span data-part={long} style={LONG}>
          {said(shown[long], row)}
        </span>{" "}
        <span data-part={short}>{said(shown[short], row)}</span>
      </span>{" "}
    </Fragment>
  ));
  const look = {
    className: "phone-row",
    style: {
      ...LOOK,
      // Beside what is as large as a finger.
      paddingLeft: choice ? 0 : EDGE_PX,
      paddingRight: commands ? 6 : EDGE_PX,
    },
  };
  const record = shown.name?.addressOf?.(row);
  const facts = onOpen || record ? [] : others.filter(({ isEmpty }) => !isEmpty?.(row));
  return (
    <Flex component="li" wrap align="center">
      {choice}
      {onOpen ? (
        <button {...look} type="button" aria-haspopup="dialog" onClick={onOpen}>
          {words}
        </button>
      ) : record ? (
        <PageLink {...look} to={record}>
          {words}
        </PageLink>
      ) : facts.length > 0 ? (
        <button
          {...look}
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          {words}
        </button>
      ) : (
        <div {...look}>{words}</div>
      )}
      {commands}
      {isUnfolded ? (
        <Descriptions
          size="small"
          column={1}
          style={BELOW}
          items={facts.map(({ key, title, render }) => ({
            key,
            label: title,
            children: render(row),
          }))}
        />
      ) : null}
    </Flex>
  );
}

function said<Row>(column: ListColumn<Row> | undefined, row: Row): ReactNode {
  const words = column && (column.plain ?? column.render)(row);
  return words === "—" ? null : words;
}
