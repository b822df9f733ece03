import type { Module } from "#server/module.ts";
import { serveEmployees } from "./routes/employees.ts";
import { serveEmployeeDocuments } from "./routes/documents.ts";
import { serveEmploymentActions } from "./routes/employments.ts";

/** Favourite workers: the bond between a customer and a worker, from both sides. */
export const employeesModule: Module = {
  routes(serve, platform) {
    serveEmployees(serve, platform);
    serveEmploymentActions(serve, platform);
    serveEmployeeDocuments(serve, platform);
  },
};
