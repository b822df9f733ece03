import type { BaseRecord } from "@refinedev/core";
import { useMemo, useState, type Key } from "react";
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

/** Across pages; a changed filter clears it. */
export function useSelection<Row extends BaseRecord>(
  { filters, total, answer }: Pick<PagedList<Row>, "filters" | "total" | "answer">,
  sumOf?: (row: Row) => number,
): Selection<Row> {
  const view = JSON.stringify(filters);
  const sumOfAll = (answer["totals"] as { readonly amount?: number } | undefined)?.amount ?? null;
  const [chosen, setChosen] = useState<{
    readonly view: string;
    readonly rows: readonly Row[];
    readonly isEverything: boolean;
  }>({ view, rows: [], isEverything: false });
  const isOfView = chosen.view === view;
  return useMemo(() => {
    const rows = isOfView ? chosen.rows : [];
    const isEverything = isOfView && chosen.isEverything;
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
      choose: (_keys, next) => setChosen({ view, rows: next.filter(Boolean), isEverything: false }),
      chooseEverything: () => setChosen({ view, rows, isEverything: true }),
      clear: () => setChosen({ view, rows: [], isEverything: false }),
    };
  }, [chosen, isOfView, total, view, sumOf, sumOfAll]);
}
