import type { Serve } from "#server/http/serve.ts";
import type { EmployeesDependencies } from "./dependencies.ts";
import { serveEmployees } from "./employees-routes.ts";
import { serveEmployeeDocuments } from "./employee-documents.ts";
import { serveEmploymentActions } from "./employment-actions.ts";

/** Favourite workers: the bond between a customer and a worker, from both sides. */
export function makeEmployees(deps: EmployeesDependencies): { routes(serve: Serve): void } {
  return {
    routes(serve) {
      serveEmployees(serve, deps);
      serveEmploymentActions(serve, deps);
      serveEmployeeDocuments(serve, deps);
    },
  };
}

export { withinReach } from "./employee-rows.ts";
export { CONFIRMED } from "./employee-presenter.ts";
export { inviteRegistered } from "./invite-registered.ts";
export { listEmployments } from "./employments.ts";
