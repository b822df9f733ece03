import type { Module } from "#server/module.ts";
import { serveAuditLog } from "./routes.ts";

export const auditLogModule: Module = {
  // As long as somebody may ask what an old line counted.
  keepRules: [{ table: "security_failures", since: "hour", keepHours: 90 * 24 }],
  routes: (serve, platform) => serveAuditLog(serve, platform),
};
