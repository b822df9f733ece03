import type { NounModule } from "#console/providers/module.ts";
import { namesGroup, namesJobOrGroup } from "./job-addresses.ts";

/** Jobs for everybody. Source: specification §2, «Jobs». */
export const siteJobsModule: NounModule = {
  routes: [
    { path: "/jobs", access: "public", screen: () => import("./job-catalogue.tsx") },
    { path: "/jobs/services", access: "public", screen: () => import("./service-choice.tsx") },
    {
      path: "/jobs/:key",
      access: "public",
      screen: () => import("./job-or-group-page.tsx"),
      accepts: namesJobOrGroup,
    },
    {
      path: "/jobs/:group/:service",
      access: "public",
      screen: () => import("./job-catalogue.tsx"),
      accepts: namesGroup,
    },
  ],
};
