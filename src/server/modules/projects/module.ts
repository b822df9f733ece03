import type { Module } from "#server/module.ts";
import { serveJobTags } from "./routes/job-tags.ts";
import { serveProjects } from "./routes/projects.ts";

/** Projects and tags: how a company sorts its work. */
export const projectsModule: Module = {
  routes(serve, platform) {
    serveProjects(serve, platform);
    serveJobTags(serve);
  },
};
