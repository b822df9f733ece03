import { AUDIT_EVENTS } from "#contract/audit-log/audit-events.ts";

export interface AuditTexts {
  /** For people; without a name of its own it is told by the call's summary. */
  titleOf(event: string): string;
  /**
   * For a cell.
   *
   * @param json - `{event, before, after}` of the line.
   */
  changesOf(json: string): string;
}

let texts: Promise<AuditTexts> | undefined;

/** Loaded where shown: it needs the contract of every noun. */
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
