import type { Module } from "#server/module.ts";
import { serveJobTags } from "./job-tags-routes.ts";
import { serveProjects } from "./projects-routes.ts";

/** Projects and tags: how a company sorts its work. */
export const projectsModule: Module = {
  routes(serve, platform) {
    serveProjects(serve, platform);
    serveJobTags(serve);
  },
};
