import { auditChanges, changeText } from "#contract/audit-log/audit-changes.ts";
import { AUDIT_EVENTS } from "#contract/audit-log/audit-events.ts";

let summaries: Readonly<Record<string, string>> | undefined;

/**
 * The events for people; a call that names no event of its own is told by its summary. The
 * catalogue of calls is loaded here, where titles are shown: whoever writes a line of the journal
 * stands apart from the contract of every noun.
 */
export async function loadAuditTitles(): Promise<(event: string) => string> {
  const { ALL_ENDPOINTS } = await import("#contract/endpoint-catalogue.ts");
  const known = (summaries ??= Object.fromEntries(
    ALL_ENDPOINTS.map((endpoint) => [endpoint.id, endpoint.summary]),
  ));
  return (event) => AUDIT_EVENTS[event] ?? known[event] ?? event;
}

/** What a line has changed, for a cell. @param json - `{event, before, after}` of the line. */
export function auditChangesText(json: string): string {
  return auditChanges(JSON.parse(json) as Parameters<typeof auditChanges>[0])
    .map(changeText)
    .join("; ");
}
