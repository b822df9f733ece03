import { useInvalidate } from "@refinedev/core";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

export function useReadAgain(): (resources: readonly string[]) => void {
  const invalidate = useInvalidate();
  const client = useQueryClient();
  return useCallback(
    (resources) => {
      for (const resource of resources) void invalidate({ resource, invalidates: ["resourceAll"] });
      void client.invalidateQueries({
        predicate: ({ meta }) => resources.includes(String(meta?.liveResource ?? "")),
      });
    },
    [invalidate, client],
  );
}
