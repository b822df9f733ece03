import { projectEndpoints } from "#contract/projects/project-endpoints.ts";
import type { Door } from "#console/providers/door.ts";

/** Projects of the company: a choice in forms. */
export const projectsDoor: Door = {
  routes: [],
  resources: [
    {
      name: "projects",
      label: "Проекты",
      base: "open",
      endpoints: { getList: projectEndpoints.list },
      access: { list: "projects.view" },
    },
  ],
};
