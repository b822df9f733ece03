import { AUDIT_EVENTS } from "#contract/audit-log/audit-events.ts";

export interface AuditTexts {
  /** The event for people; a call that names no event of its own is told by its summary. */
  titleOf(event: string): string;
  /** What a line has changed, for a cell. @param json - `{event, before, after}` of the line. */
  changesOf(json: string): string;
}

let texts: Promise<AuditTexts> | undefined;

/**
 * The words of the journal, loaded where they are shown: they come from the contract of every noun,
 * and whoever writes a line stands apart from it.
 */
export function loadAuditTexts(): Promise<AuditTexts> {
  return (texts ??= readAuditTexts());
}

async function readAuditTexts(): Promise<AuditTexts> {
  const [{ ALL_ENDPOINTS }, { auditChanges, changeText }] = await Promise.all([
    import("#contract/endpoint-catalogue.ts"),
    import("#contract/audit-log/audit-changes.ts"),
  ]);
  const summaries = new Map(ALL_ENDPOINTS.map((endpoint) => [endpoint.id, endpoint.summary]));
  return {
    titleOf: (event) => AUDIT_EVENTS[event] ?? summaries.get(event) ?? event,
    changesOf: (json) =>
      auditChanges(JSON.parse(json) as Parameters<typeof auditChanges>[0])
        .map(changeText)
        .join("; "),
  };
}
