import { Typography } from "antd";
import { useMemo } from "react";
import type { ColumnHolds } from "#contract/registries/registry-columns.ts";
import type { RegistryInfo, RowFinding } from "#contract/registries/registry.ts";
import { column, StateText, type ListColumn, type RowPart } from "#console/kit/columns.tsx";
import { cellText } from "./cell-text.ts";
import { EditableCell } from "./editable-cell.tsx";
import { rowNumberColumn, rowTitle } from "./registry-columns.tsx";
import type { RegistryKind, RegistryRow } from "./registry-kind.ts";
import type { CellDrafts } from "./use-cell-drafts.ts";
import type { ItemEdits } from "./use-item-edits.ts";
import { useMoneySight } from "./use-registry.ts";

/** Together they name a row on a phone. */
const NAMES = ["title", "fullName", "lastName", "firstName"];
/** Px per character of the template's width. */
const CHARACTER_PX = 8;
const LEAST_PX = 90;
const MOST_PX = 220;
/** Words under a cell need two lines or three. */
const LEAST_NOTE_PX = 156;

export interface CellColumn {
  readonly key: string;
  /** Title of the column in the file. */
  readonly title: string;
  readonly holds: ColumnHolds | undefined;
  readonly head: string;
  readonly widthPx: number;
  readonly align?: "right";
  readonly inputMode: "text" | "numeric" | "decimal";
  readonly isHidden: boolean | "narrow";
}

/** Sums need the right to see them. */
export function useCellColumns(kind: RegistryKind): readonly CellColumn[] {
  const { sums } = useMoneySight(kind);
  return useMemo(() => {
    const place = ({ key }: { readonly key: string }) =>
      key in kind.cells ? Object.keys(kind.cells).indexOf(key) : Infinity;
    return [...kind.info.columns]
      .filter(({ key }) => sums || !kind.sumColumns.includes(key))
      .map((one, index) => ({
        one,
        place: Math.min(place(one), Object.keys(kind.cells).length + index),
      }))
      .sort((a, b) => a.place - b.place)
      .map(({ one: { key, title, holds, width } }) => {
        const look = kind.cells[key];
        return {
          key,
          title,
          holds,
          head: look?.title ?? title,
          widthPx: look?.widthPx ?? Math.min(MOST_PX, Math.max(LEAST_PX, width * CHARACTER_PX)),
          align: look?.align,
          inputMode: look?.inputMode ?? "text",
          isHidden: look === undefined || (look.isHidden ?? false),
        };
      });
  }, [kind, sums]);
}

interface RowTools {
  readonly kind: RegistryKind;
  readonly drafts: CellDrafts;
  readonly save: ItemEdits["save"];
  readonly canChange: boolean;
}

export function RowCell({
  item,
  cell,
  isStop = false,
  tools: { drafts, save, canChange },
}: {
  readonly item: RegistryRow;
  readonly cell: CellColumn;
  readonly isStop?: boolean;
  readonly tools: RowTools;
}) {
  return (
    <EditableCell
      item={item}
      column={cell.key}
      title={cell.title}
      text={item.cells[cell.key] ?? ""}
      shownText={cellText(cell.holds, item.cells[cell.key] ?? "")}
      errors={messagesOf(item.errors, cell.key)}
      warnings={messagesOf(item.warnings, cell.key)}
      isHealed={item.healedColumns.includes(cell.key)}
      canEdit={canChange && item.permissions.update}
      isStop={isStop}
      inputMode={cell.inputMode}
      drafts={drafts}
      onSave={save}
    />
  );
}

interface CheckedColumns<Item> {
  readonly info: RegistryInfo;
  readonly rows: readonly Item[];
  readonly cells: readonly CellColumn[];
  readonly tools: RowTools;
  readonly remove: (item: Item) => void;
  readonly open: (item: Item) => void;
}

export function useCheckedColumns<Item extends RegistryRow>({
  info,
  rows,
  cells,
  tools,
  remove,
  open,
}: CheckedColumns<Item>): readonly ListColumn<Item>[] {
  const { rowsCount } = info;
  // Without errors the first cell is the Tab stop.
  const firstStop = rows.some(({ errors }) => errors.length > 0) ? undefined : rows[0]?.id;
  const columnsWithFindings = [
    ...new Set(
      rows.flatMap(({ errors, warnings }) =>
        [...errors, ...warnings].map(({ column: key }) => key),
      ),
    ),
  ].join();
  return useMemo(() => {
    const withFindings = columnsWithFindings.split(",");
    const hasFindingsElsewhere = withFindings.some(
      (key) => key !== "" && cells.every((cell) => cell.key !== key),
    );
    const first = cells.find(({ isHidden }) => !isHidden)?.key;
    const stateOf = ({ state }: Item) => ({
      title: state.title,
      tone: tools.kind.rowTones[state.id] ?? "neutral",
    });
    return [
      rowNumberColumn<Item>(rowsCount),
      {
        ...column.state<Item>("state", "Состояние", stateOf, { width: 108 }),
        plain: (item: Item) => (
          <>
            <StateText {...stateOf(item)} />{" "}
            {[...item.errors, ...item.warnings].slice(0, 1).map(findingSentence)}
          </>
        ),
      },
      {
        ...column.text<Item>(
          "remarks",
          "Замечания",
          (item) => <RowFindings findings={elsewhere(item, cells)} />,
          { width: LEAST_NOTE_PX, isHidden: !hasFindingsElsewhere },
        ),
        isEmpty: (item: Item) => elsewhere(item, cells).length === 0,
      },
      ...cells.map((cell) => ({
        key: cell.key,
        title: cell.head,
        align: cell.align,
        isEditable: tools.canChange,
        part: partOf(cell),
        plain: (item: Item) =>
          partOf(cell) === "name"
            ? nameOf(item)
            : cellText(cell.holds, item.cells[cell.key] ?? "") || "—",
        ...(withFindings.includes(cell.key)
          ? // A finding shows a column hidden by default, wide enough for its words.
            { width: Math.max(cell.widthPx, LEAST_NOTE_PX), isHidden: false }
          : { width: cell.widthPx, isHidden: cell.isHidden }),
        isEmpty: (item: Item) =>
          (item.cells[cell.key] ?? "") === "" &&
          messagesOf([...item.errors, ...item.warnings], cell.key) === "",
        render: (item: Item) => (
          <RowCell
            item={item}
            cell={cell}
            isStop={item.id === firstStop && cell.key === first}
            tools={tools}
          />
        ),
      })),
      column.actions<Item>(
        ({ line }) => `строка ${line}`,
        (item) => [
          { key: "open", label: "Подробнее", onClick: () => open(item) },
          ...(tools.canChange && item.permissions.delete
            ? [
                {
                  key: "delete",
                  label: "Удалить строку",
                  isDangerous: true,
                  onClick: () => remove(item),
                },
              ]
            : []),
        ],
        { isTabStop: false },
      ),
    ];
  }, [rowsCount, firstStop, columnsWithFindings, cells, tools, remove, open]);
}

function partOf({ key, holds }: CellColumn): RowPart | undefined {
  return NAMES.includes(key) ? "name" : holds === "sum" ? "sum" : undefined;
}

function nameOf(item: RegistryRow): string {
  return (
    NAMES.map((key) => item.cells[key])
      .filter(Boolean)
      .join(" ") || rowTitle(item)
  );
}

/** Of cells that the reader may not see, and so has no words under. */
export function elsewhere(
  { errors, warnings }: RegistryRow,
  cells: readonly CellColumn[],
): readonly RowFinding[] {
  return [...errors, ...warnings].filter(({ column: key }) =>
    cells.every((one) => one.key !== key),
  );
}

function RowFindings({ findings }: { readonly findings: readonly RowFinding[] }) {
  return findings.length === 0 ? null : (
    <Typography.Text className="cell-note">
      {findings.map(findingSentence).join(". ")}
    </Typography.Text>
  );
}

/** «ИНН исполнителя: ИНН должен содержать 12 цифр». */
export function findingSentence({ columnTitle, message }: RowFinding): string {
  return columnTitle ? `${columnTitle}: ${message}` : message;
}

/** A string, so that memoized cells with equal findings are not re-rendered. */
function messagesOf(findings: RegistryRow["errors"], key: string): string {
  return findings
    .filter((finding) => finding.column === key)
    .map(({ message }) => message)
    .join(". ");
}
