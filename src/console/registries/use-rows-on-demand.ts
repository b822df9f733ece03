import { useState } from "react";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import type { ListFilters } from "#console/kit/use-paged-list.ts";

interface RowsOnDemand {
  readonly isHidden: boolean;
  readonly show: () => void;
}

/** A phone tells the summary, the causes and the start; rows once they are asked for, by a filter too. */
export function useRowsOnDemand(filters: ListFilters, isWanted: boolean): RowsOnDemand {
  const isPhone = useIsPhone();
  const [isShown, setIsShown] = useState(false);
  const isAsked =
    isWanted || Object.values(filters).some((value) => value !== undefined && value !== "");
  // Once shown they stay, also without the filter that has brought them.
  if (isAsked && !isShown) setIsShown(true);
  return { isHidden: isPhone && !isShown && !isAsked, show: () => setIsShown(true) };
}
