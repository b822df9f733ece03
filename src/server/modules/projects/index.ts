import type { Clock } from "#server/data/clock.ts";
import type { Serve } from "#server/http/serve.ts";
import { serveJobTags } from "./job-tags-routes.ts";
import { serveProjects } from "./projects-routes.ts";

/** Projects and tags: how a company sorts its work. */
export function makeProjects(deps: { readonly clock: Clock }): { routes(serve: Serve): void } {
  return {
    routes(serve) {
      serveProjects(serve, deps);
      serveJobTags(serve);
    },
  };
}
