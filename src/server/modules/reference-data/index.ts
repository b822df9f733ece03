import type { Serve } from "#server/http/serve.ts";
import type { ReferenceDataDependencies } from "./dependencies.ts";
import { serveReferenceData } from "./reference-data-routes.ts";

/** Directories everybody may read: cities, services, closed lists. */
export function makeReferenceData(deps: ReferenceDataDependencies): { routes(serve: Serve): void } {
  return { routes: (serve) => serveReferenceData(serve, deps) };
}
