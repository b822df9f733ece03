import type { BaseRecord } from "@refinedev/core";
import { useMemo, useState, type Key } from "react";
import type { PagedList } from "./use-paged-list.ts";

/** The rows a person has chosen: some by their ids, or all that the filter finds. */
export interface Selection<Row> {
  readonly keys: readonly Key[];
  /** Rows of pages seen so far; all of them may not be here while `isEverything`. */
  readonly rows: readonly Row[];
  /** Every row of the filtered list, over all its pages. */
  readonly isEverything: boolean;
  readonly count: number;
  /** Sum of the chosen rows in rubles; `null` while some of them have not been seen. */
  readonly sum: number | null;
  readonly choose: (keys: readonly Key[], rows: readonly Row[]) => void;
  readonly chooseEverything: () => void;
  readonly clear: () => void;
}

/** Chosen rows of a list over all its pages; a new filter begins anew. */
export function useSelection<Row extends BaseRecord>(
  { filters, total, answer }: Pick<PagedList<Row>, "filters" | "total" | "answer">,
  sumOf?: (row: Row) => number,
): Selection<Row> {
  const view = JSON.stringify(filters);
  // Rows of other pages are not here: the server says what the whole filtered list comes to, where
  // it says so at all.
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

/** Rubles of the wire have two decimals: summed as kopecks, so that no sum gains a fraction. */
function sumKopecks(rubles: readonly number[]): number {
  return rubles.reduce((sum, one) => sum + Math.round(one * 100), 0) / 100;
}
