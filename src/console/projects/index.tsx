import { projectEndpoints } from "#contract/projects/project-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";

export const projectsModule: NounModule = {
  resources: [
    {
      name: "projects",
      label: "Проекты",
      base: "open",
      endpoints: { getList: projectEndpoints.list, isPlain: true },
      access: { list: "projects.view" },
    },
  ],
};
