import { useInvalidate } from "@refinedev/core";
import { useCallback } from "react";
import { noticeEndpoints } from "#contract/notices/notice-endpoints.ts";
import { useAction } from "#console/calls/use-endpoint.ts";

export function useReadNotices(): (ids: readonly number[]) => void {
  const { run } = useAction(noticeEndpoints.read);
  const invalidate = useInvalidate();
  return useCallback(
    (ids) =>
      void run({ body: { notificationIDs: [...ids] } }).then(
        () => invalidate({ resource: "notices", invalidates: ["list"] }),
        () => undefined,
      ),
    [run, invalidate],
  );
}
