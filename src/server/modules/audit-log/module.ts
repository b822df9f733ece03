import type { Module } from "#server/module.ts";
import { serveAuditLog } from "./routes.ts";

export const auditLogModule: Module = {
  // As long as old lines may be questioned.
  keepRules: [{ table: "security_failures", since: "hour", keepHours: 90 * 24 }],
  routes: (serve, platform) => serveAuditLog(serve, platform),
};
