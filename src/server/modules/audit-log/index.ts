/** Changes in the chain are detectable. */
export { auditEach, type MassCall } from "./audit-each.ts";
export { findJournalBreak, SYSTEM, writeAudit, type SystemActor } from "./audit-log.ts";
export { journalReach } from "./journal-reach.ts";
export { loadAuditTexts } from "./audit-texts.ts";
