import type { Module } from "#server/module.ts";
import { serveAuditLog } from "./routes.ts";

/** The journal as a company reads it. */
export const auditLogModule: Module = {
  routes: (serve, platform) => serveAuditLog(serve, platform),
};
