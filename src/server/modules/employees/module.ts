import type { Module } from "#server/module.ts";
import { serveEmployees } from "./employees-routes.ts";
import { serveEmployeeDocuments } from "./employee-documents.ts";
import { serveEmploymentActions } from "./employment-actions.ts";

/** Favourite workers: the bond between a customer and a worker, from both sides. */
export const employeesModule: Module = {
  routes(serve, platform) {
    serveEmployees(serve, platform);
    serveEmploymentActions(serve, platform);
    serveEmployeeDocuments(serve, platform);
  },
};
