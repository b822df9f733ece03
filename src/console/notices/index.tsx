import { lazy } from "react";
import { noticeEndpoints } from "#contract/notices/notice-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";
import { noticeListQuery } from "./notice-query.ts";

export { NoticeBell } from "./notice-bell.tsx";
export const RecentNotices = lazy(() => import("./recent-notices.tsx"));

export const noticesModule: NounModule = {
  resources: [
    {
      name: "notices",
      label: "Уведомления",
      base: "open",
      endpoints: { getList: noticeEndpoints.list, listQuery: noticeListQuery },
      paths: { list: "/notifications" },
      access: { list: "signed-in" },
    },
  ],
};
