import { AUDIT_EVENTS } from "#contract/audit-log/audit-events.ts";

export interface AuditTexts {
  /** Without a title, the call's summary. */
  titleOf(event: string): string;
  /** @param json - `{event, before, after}`. */
  changesOf(json: string): string;
}

let texts: Promise<AuditTexts> | undefined;

/** Loaded on demand: needs every noun's contract. */
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
