/** The journal's door: who did what, in a chain nobody can mend unseen. */
export { findJournalBreak, writeAudit, type SystemActor } from "./audit-log.ts";
export { serveAuditLog } from "./audit-log-routes.ts";
