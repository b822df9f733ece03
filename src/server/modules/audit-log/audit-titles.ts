import { auditChanges, changeText } from "#contract/audit-log/audit-changes.ts";
import { AUDIT_EVENTS } from "#contract/audit-log/audit-events.ts";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";

const SUMMARIES: Readonly<Record<string, string>> = Object.fromEntries(
  ALL_ENDPOINTS.map((endpoint) => [endpoint.id, endpoint.summary]),
);

/** The event for people; a call that names no event of its own is told by its summary. */
export function auditTitle(event: string): string {
  return AUDIT_EVENTS[event] ?? SUMMARIES[event] ?? event;
}

/** What a line has changed, for a cell. @param json - `{event, before, after}` of the line. */
export function auditChangesText(json: string): string {
  return auditChanges(JSON.parse(json) as Parameters<typeof auditChanges>[0])
    .map(changeText)
    .join("; ");
}
