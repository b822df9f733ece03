import type { Stat } from "#console/kit/stat-cards.tsx";
import type { ListFilters, PagedList } from "#console/kit/use-paged-list.ts";
import { groupedDigits } from "./registry-labels.ts";

export const ROW_TITLES = { all: "Строк", ready: "Готово" } as const;

const NONE: ListFilters = {
  onlyErrors: undefined,
  onlyWarnings: undefined,
  cause: undefined,
  causeColumn: undefined,
  states: undefined,
};

interface CountedStates {
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

/** A second press clears the filter. */
export function countStats(
  list: Pick<PagedList<unknown>, "filters" | "setFilters">,
  states: CountedStates,
) {
  const count = (
    key: string,
    title: string,
    value: number,
    tone: Stat["tone"],
    chosen: ListFilters,
  ): Stat => {
    const isChosen = Object.entries(chosen).every(
      ([name, wanted]) => String(list.filters[name] ?? "") === String(wanted),
    );
    return {
      key,
      title,
      value: groupedDigits(value),
      tone: value > 0 ? tone : undefined,
      isChosen,
      onChoose:
        value > 0 || isChosen
          ? () => list.setFilters({ ...NONE, ...(isChosen ? {} : chosen) })
          : undefined,
    };
  };
  return {
    all: (value: number): Stat => ({
      key: "rows",
      title: ROW_TITLES.all,
      value: groupedDigits(value),
    }),
    good: (title: string, value: number) =>
      count("good", title, value, "good", { states: states.good }),
    bad: (title: string, value: number) =>
      count("bad", title, value, "bad", { states: states.bad }),
    errors: (value: number) =>
      count("onlyErrors", "С ошибками", value, "bad", { onlyErrors: "true" }),
    warnings: (value: number) =>
      count("onlyWarnings", "Предупреждения", value, "warning", { onlyWarnings: "true" }),
  };
}
