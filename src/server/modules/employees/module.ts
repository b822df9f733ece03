import type { Module } from "#server/module.ts";
import { serveEmployees } from "./routes/employees.ts";
import { serveEmployeeDocuments } from "./routes/documents.ts";
import { serveEmploymentActions } from "./routes/employments.ts";

export const employeesModule: Module = {
  routes(serve, platform) {
    serveEmployees(serve, platform);
    serveEmploymentActions(serve, platform);
    serveEmployeeDocuments(serve, platform);
  },
};
