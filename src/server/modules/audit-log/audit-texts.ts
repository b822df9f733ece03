import { AUDIT_EVENTS } from "#contract/audit-log/audit-events.ts";

type Snapshot = Readonly<Record<string, unknown>> | null;

export interface AuditTexts {
  /** Without a title, the call's summary. */
  titleOf(event: string): string;
  /** An endpoint in a snapshot by its summary. */
  named(snapshot: Snapshot): Snapshot;
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
  const titleOf = (event: string) => AUDIT_EVENTS[event] ?? summaries.get(event) ?? event;
  const named = (snapshot: Snapshot) =>
    typeof snapshot?.["call"] === "string"
      ? { ...snapshot, call: titleOf(snapshot["call"]) }
      : snapshot;
  return {
    titleOf,
    named,
    changesOf: (json) => {
      const { event, before, after } = JSON.parse(json) as Parameters<typeof auditChanges>[0];
      return auditChanges({ event, before: named(before), after: named(after) })
        .map(changeText)
        .join("; ");
    },
  };
}
