import { makeApiKeyActor, type ApiKeyActor } from "./api-key-actor.ts";
import { serveApiKeys } from "./api-key-routes.ts";
import type { ApiKeyDependencies } from "./dependencies.ts";
import type { Serve } from "#server/http/serve.ts";

/** Keys by which a company's own systems call the open API. */
export function makeApiKeys(deps: ApiKeyDependencies): {
  readonly actorOf: ApiKeyActor;
  routes(serve: Serve): void;
} {
  return { actorOf: makeApiKeyActor(deps), routes: (serve) => serveApiKeys(serve, deps) };
}

export { rightsHeld } from "./rights-held.ts";
export { isApiKey } from "./api-key-actor.ts";
