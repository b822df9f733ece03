import type { Door } from "#console/providers/door.ts";

/**
 * Jobs for everybody. `create`, `customer` and `workman` are pages of the cabinet, `services` is a page of its own; a job's id has no letters, a group and a
 * service are letters, digits and dashes. Source: specification §2, «Jobs».
 */
export const publicJobsDoor: Door = {
  routes: [
    { path: "/jobs", access: "public", screen: () => import("./job-catalogue.tsx"), look: "light" },
    { path: "/jobs/services", access: "public", screen: () => import("./service-choice.tsx"), look: "light" },
    { path: "/jobs/:id", accepts: "^/jobs/[^/a-zа-яё]+$", access: "public", screen: () => import("./job-page.tsx"), look: "light" },
    {
      path: "/jobs/:group",
      accepts: "^/jobs/(?!(create|customer|workman|services)$)[a-z0-9-]*[a-z][a-z0-9-]*$",
      access: "public",
      screen: () => import("./job-catalogue.tsx"),
      look: "light",
    },
    {
      path: "/jobs/:group/:service",
      accepts: "^/jobs/(?!(create|customer|workman|services)/)[a-z0-9-]+/[a-z0-9-]+$",
      access: "public",
      screen: () => import("./job-catalogue.tsx"),
      look: "light",
    },
  ],
};
