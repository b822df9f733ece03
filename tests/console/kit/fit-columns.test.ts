import { createElement } from "react";
import { expect, test } from "vitest";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { fitColumns, foldColumns } from "#console/kit/fit-columns.ts";
import {
  PLAIN_SETTINGS,
  visibleColumns,
  type ListSettings,
} from "#console/kit/use-list-settings.ts";

interface Row {
  readonly name: string;
  readonly tax: string;
  readonly note: string | null;
  readonly amount: number | null;
}

const aRow = (changed: Partial<Row>): Row => ({
  name: "Орлова Вера",
  tax: "Самозанятый",
  note: null,
  amount: 100,
  ...changed,
});
const COLUMNS: readonly ListColumn<Row>[] = [
  column.person("name", "Кто", ({ name }) => ({ name }), { isFixed: true }),
  column.text("tax", "Налог", ({ tax }) => createElement("b", null, tax), { width: 200 }),
  column.text("note", "Заметка", ({ note }) => note, { width: 150, sortField: "note" }),
  column.money("amount", "Сумма", ({ amount }) => amount),
  column.text("city", "Город", ({ name }) => name, { width: 140, isHidden: "narrow" }),
  column.text("work", "За что", ({ name }) => name),
  column.actions<Row>(
    ({ name }) => name,
    ({ amount }) => [
      { key: "choose", label: "Выбрать исполнителем", onClick: () => undefined },
      ...(amount === 7
        ? [{ key: "pay", label: "Заплатить", mainLabel: "Оплатить", onClick: () => undefined }]
        : []),
    ],
  ),
];
const visible = (settings: Partial<ListSettings> = {}) =>
  visibleColumns(COLUMNS, { ...PLAIN_SETTINGS, ...settings });
const keys = (columns: readonly { readonly key: string }[]) => columns.map(({ key }) => key);

test("a column that says one thing in all rows, or nothing, is folded; who, sum and state are not", () => {
  const rows = [aRow({ name: "а" }), aRow({ name: "б" })];
  expect(keys(foldColumns(visible(), rows, false, undefined).folded)).toEqual(["tax", "note"]);
  expect(keys(foldColumns(visible(), rows.slice(1), false, undefined).folded)).toEqual([]);
  const [first = aRow({}), ...others] = rows;
  expect(
    keys(foldColumns(visible(), [{ ...first, tax: "ИП" }, ...others], false, undefined).folded),
  ).toEqual(["note"]);
  const withoutSums = rows.map((row) => ({ ...row, amount: null }));
  expect(keys(foldColumns(visible(), withoutSums, false, undefined).folded)).toContain("amount");
});

test("what orders the list, or may differ on its next page, stays; so does what a person asked for", () => {
  const rows = [aRow({ name: "а" }), aRow({ name: "б" })];
  expect(keys(foldColumns(visible(), rows, true, undefined).folded)).toEqual(["tax"]);
  expect(keys(foldColumns(visible(), rows, false, "note").folded)).toEqual(["tax"]);
  for (const asked of [{ shown: ["tax"] }, { pinned: ["tax"] }, { widths: { tax: 90 } }])
    expect(keys(foldColumns(visible(asked), rows, false, undefined).folded)).toEqual(["note"]);
});

test("in a narrow table who, sum and commands have their room, the others go from the end", () => {
  const fitting = (roomPx: number | undefined, settings = {}) =>
    keys(fitColumns(visible(settings), roomPx, false));
  expect(fitting(undefined)).toHaveLength(COLUMNS.length);
  expect(fitting(1200)).toHaveLength(COLUMNS.length);
  // 228 + 200 + 150 + 130 + 120 + 44
  expect(fitting(872)).toEqual(["name", "tax", "note", "amount", "work", "actions"]);
  expect(fitting(700)).toEqual(["name", "tax", "note", "amount", "actions"]);
  expect(fitting(100)).toEqual(["name", "amount", "actions"]);
  expect(fitting(100, { shown: ["city"] })).toEqual(["name", "amount", "city", "actions"]);
});

test("a full name has its room before a longer text has the rest", () => {
  const [name, , , , , work] = fitColumns(visible(), 1100, false);
  expect([name?.width, work?.width]).toEqual([228, undefined]);
});

test("the column of commands grows by the main one's button", () => {
  const widthOf = (rows: readonly Row[]) =>
    foldColumns(visible(), rows, false, undefined).shown.at(-1)?.width ?? 0;
  expect(widthOf([aRow({})])).toBe(44);
  expect(widthOf([aRow({}), aRow({ amount: 7 })])).toBeGreaterThan(100);
});
