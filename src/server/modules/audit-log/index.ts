/** The journal's door: who did what, in a chain nobody can mend unseen. */
export { auditEach, type MassCall } from "./audit-each.ts";
export { findJournalBreak, SYSTEM, writeAudit, type SystemActor } from "./audit-log.ts";
export { journalReach, serveAuditLog } from "./audit-log-routes.ts";
export { auditChangesText, auditTitle } from "./audit-titles.ts";
