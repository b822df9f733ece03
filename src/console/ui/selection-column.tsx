import type { TableColumnType } from "antd";
import type { Key } from "react";

/** Rows a person has chosen; the choice may reach over pages. */
export interface RowSelection<Row> {
  readonly selected: readonly Key[];
  /** @param rows - the chosen rows of the page that is shown. */
  readonly onChange: (keys: readonly Key[], rows: readonly Row[]) => void;
  /** Name of the row's checkbox: «Выбрать реестр № 15». */
  readonly labelOf: (row: Row) => string;
}

/** A first column of checkboxes; its header chooses the whole page. The browser's own: Ant Design's bring its forms along. */
export function selectionColumn<Row>({ selected, onChange, labelOf }: RowSelection<Row>, rows: readonly Row[], keyOf: (row: Row) => Key): TableColumnType<Row> {
  const chosen = new Set(selected);
  const chosenHere = rows.filter((row) => chosen.has(keyOf(row)));
  const isAll = rows.length > 0 && chosenHere.length === rows.length;
  const choose = (next: ReadonlySet<Key>) => onChange([...next], rows.filter((row) => next.has(keyOf(row))));
  const handleAll = () => {
    const next = new Set(chosen);
    for (const row of rows) {
      if (isAll) next.delete(keyOf(row));
      else next.add(keyOf(row));
    }
    choose(next);
  };
  const handleRow = (row: Row) => {
    const next = new Set(chosen);
    if (!next.delete(keyOf(row))) next.add(keyOf(row));
    choose(next);
  };
  return {
    key: "selection",
    width: 40,
    title: (
      <input
        type="checkbox"
        aria-label="Выбрать все на странице"
        checked={isAll}
        disabled={rows.length === 0}
        ref={(box) => {
          if (box) box.indeterminate = chosenHere.length > 0 && !isAll;
        }}
        onChange={handleAll}
      />
    ),
    render: (_, row) => <input type="checkbox" aria-label={labelOf(row)} checked={chosen.has(keyOf(row))} onChange={() => handleRow(row)} />,
  };
}
