import type { Module } from "#server/module.ts";
import { serveEmployees } from "./routes/employees.ts";
import { serveEmployeeDocuments } from "./routes/documents.ts";
import { serveEmploymentActions } from "./routes/employments.ts";

/** The bond between a customer and a favourite worker, from both sides. */
export const employeesModule: Module = {
  routes(serve, platform) {
    serveEmployees(serve, platform);
    serveEmploymentActions(serve, platform);
    serveEmployeeDocuments(serve, platform);
  },
};
