import { useCallback } from "react";
import { noticeEndpoints } from "#contract/notices/notice-endpoints.ts";
import { useCommand } from "#console/calls/use-command.ts";

export function useReadNotices(): (ids: readonly number[]) => void {
  const { run } = useCommand(noticeEndpoints.read);
  return useCallback((ids) => void run({ body: { notificationIDs: [...ids] } }), [run]);
}
