import type { BaseRecord } from "@refinedev/core";
import { useEffect, useMemo, useState, type Key } from "react";
import { addRubles } from "#web/format/money.ts";
import type { PagedList } from "./use-paged-list.ts";

export interface Selection<Row> {
  readonly keys: readonly Key[];
  /** Loaded rows; incomplete while `isEverything`. */
  readonly rows: readonly Row[];
  /** The filtered list, on all pages. */
  readonly isEverything: boolean;
  readonly count: number;
  /** Rubles; `null` while some rows are not loaded. */
  readonly sum: number | null;
  readonly choose: (keys: readonly Key[], rows: readonly Row[]) => void;
  readonly chooseEverything: () => void;
  readonly clear: () => void;
}

type ChosenList<Row> = Pick<
  PagedList<Row>,
  "rows" | "total" | "page" | "perPage" | "order" | "filters" | "isFetching" | "answer"
>;

interface ChosenRow<Row> {
  readonly row: Row;
  /** Page and order it was chosen on. */
  readonly place: string;
}

interface Chosen<Row> {
  /** The filters it was chosen under. */
  readonly view: string;
  readonly rows: readonly ChosenRow<Row>[];
  readonly isEverything: boolean;
}

/** Across pages; a changed filter clears it. Rows follow the list as it is read again. */
export function useSelection<Row extends BaseRecord>(
  list: ChosenList<Row>,
  sumOf?: (row: Row) => number,
): Selection<Row> {
  const { total, answer } = list;
  const view = JSON.stringify(list.filters);
  const place = JSON.stringify([list.page, list.perPage, list.order]);
  const sumOfAll = (answer["totals"] as { readonly amount?: number } | undefined)?.amount ?? null;
  const [chosen, setChosen] = useState<Chosen<Row>>({ view, rows: [], isEverything: false });
  const { rows: listed, isFetching } = list;
  useEffect(() => {
    if (!isFetching) setChosen((before) => followed(before, listed, place));
  }, [isFetching, listed, place]);
  const isOfView = chosen.view === view;
  return useMemo(() => {
    const places = new Map(isOfView ? chosen.rows.map((one) => [one.row.id, one.place]) : []);
    const rows = isOfView ? chosen.rows.map(({ row }) => row) : [];
    const isEverything = isOfView && chosen.isEverything;
    const choose = (next: readonly Row[], isWhole: boolean) =>
      setChosen({
        view,
        rows: next.map((row) => ({ row, place: places.get(row.id) ?? place })),
        isEverything: isWhole,
      });
    return {
      keys: rows.map(({ id }) => id as Key),
      rows,
      isEverything,
      count: isEverything ? total : rows.length,
      sum: !sumOf
        ? null
        : isEverything && rows.length < total
          ? sumOfAll
          : addRubles(rows.map(sumOf)),
      choose: (_keys, next) => choose(next.filter(Boolean), false),
      chooseEverything: () => choose(rows, true),
      clear: () => choose([], false),
    };
  }, [chosen, isOfView, total, view, place, sumOf, sumOfAll]);
}

/** As the list has them now; without those that have left the page they were chosen on. */
function followed<Row extends BaseRecord>(
  chosen: Chosen<Row>,
  listed: readonly Row[],
  place: string,
): Chosen<Row> {
  const now = new Map(listed.map((row) => [row.id, row]));
  const rows = chosen.rows.flatMap((one) => {
    const row = now.get(one.row.id);
    if (row) return row === one.row ? [one] : [{ ...one, row }];
    return one.place === place ? [] : [one];
  });
  const isSame =
    rows.length === chosen.rows.length && rows.every((one, index) => one === chosen.rows[index]);
  return isSame ? chosen : { ...chosen, rows };
}
