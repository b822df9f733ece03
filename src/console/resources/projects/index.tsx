import { projectEndpoints } from "#contract/projects/project-endpoints.ts";
import type { NounModule } from "#console/providers/module.ts";

export { projectFilter } from "./project-filter.tsx";
export { ProjectField, ProjectsField } from "./projects-field.tsx";
export { TagsField } from "./tags-field.tsx";

/** Projects of the company: a choice in forms. */
export const projectsModule: NounModule = {
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
