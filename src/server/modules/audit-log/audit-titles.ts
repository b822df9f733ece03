import { auditChanges, changeText } from "#contract/audit-log/audit-changes.ts";
import { AUDIT_EVENTS } from "#contract/audit-log/audit-events.ts";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";

const SUMMARIES: Readonly<Record<string, string>> = Object.fromEntries(
  ALL_ENDPOINTS.map((endpoint) => [endpoint.id, endpoint.summary]),
);

/** The event's title; a call without an event has its summary. */
export function auditTitle(event: string): string {
  return AUDIT_EVENTS[event] ?? SUMMARIES[event] ?? event;
}

/** The changes of a line as a cell's text. @param json - `{event, before, after}`. */
export function auditChangesText(json: string): string {
  return auditChanges(JSON.parse(json) as Parameters<typeof auditChanges>[0])
    .map(changeText)
    .join("; ");
}
