import { useSearchParams } from "react-router";
import { productToday } from "#web/live/product-clock.ts";

export interface AddressPeriod {
  /** Moscow dates, inclusive, yyyy-MM-dd. */
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly choose: (from: string | undefined, to: string | undefined) => void;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** In the URL; by default the current month. */
export function usePeriod(): AddressPeriod {
  const [query, setQuery] = useSearchParams();
  const today = productToday();
  const named = (name: string) => {
    const day = query.get(name) ?? "";
    return DAY.test(day) ? day : null;
  };
  const choose = (from: string | undefined, to: string | undefined) =>
    setQuery(
      (before) => {
        for (const [name, day] of [
          ["periodStart", from],
          ["periodEnd", to],
        ] as const) {
          if (day) before.set(name, day);
          else before.delete(name);
        }
        return before;
      },
      { preventScrollReset: true },
    );
  return {
    periodStart: named("periodStart") ?? `${today.slice(0, 7)}-01`,
    periodEnd: named("periodEnd") ?? today,
    choose,
  };
}
