import type { Module } from "#server/module.ts";
import { serveJobTags } from "./routes/job-tags.ts";
import { serveProjects } from "./routes/projects.ts";

export const projectsModule: Module = {
  routes(serve, platform) {
    serveProjects(serve, platform);
    serveJobTags(serve);
  },
};
