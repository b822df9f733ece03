import type { BaseRecord } from "@refinedev/core";
import { useMemo, useState, type Key } from "react";
import type { PagedList } from "./use-paged-list.ts";

/** Selected rows: by ids, or all that match the filters. */
export interface Selection<Row> {
  readonly keys: readonly Key[];
  /** Loaded rows of the selection; incomplete while `isEverything`. */
  readonly rows: readonly Row[];
  /** All rows of the filtered list on all pages. */
  readonly isEverything: boolean;
  readonly count: number;
  /** Sum of the selected rows in rubles; `null` while some are not loaded. */
  readonly sum: number | null;
  readonly choose: (keys: readonly Key[], rows: readonly Row[]) => void;
  readonly chooseEverything: () => void;
  readonly clear: () => void;
}

/** Selection across pages; a changed filter clears it. */
export function useSelection<Row extends BaseRecord>(
  { filters, total, answer }: Pick<PagedList<Row>, "filters" | "total" | "answer">,
  sumOf?: (row: Row) => number,
): Selection<Row> {
  const view = JSON.stringify(filters);
  // Rows of other pages are not loaded; the server may send the total of the filtered list.
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
          : sumKopecks(rows.map(sumOf)),
      choose: (_keys, next) => setChosen({ view, rows: next.filter(Boolean), isEverything: false }),
      chooseEverything: () => setChosen({ view, rows, isEverything: true }),
      clear: () => setChosen({ view, rows: [], isEverything: false }),
    };
  }, [chosen, isOfView, total, view, sumOf, sumOfAll]);
}

/** Sums rubles with two decimals as kopecks to avoid float errors. */
function sumKopecks(rubles: readonly number[]): number {
  return rubles.reduce((sum, one) => sum + Math.round(one * 100), 0) / 100;
}
