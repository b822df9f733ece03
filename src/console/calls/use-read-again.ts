import { useInvalidate } from "@refinedev/core";
import { useCallback } from "react";

/** Lists, records and counts of these resources. */
export function useReadAgain(): (resources: readonly string[]) => void {
  const invalidate = useInvalidate();
  return useCallback(
    (resources) => {
      for (const resource of resources) void invalidate({ resource, invalidates: ["resourceAll"] });
    },
    [invalidate],
  );
}
