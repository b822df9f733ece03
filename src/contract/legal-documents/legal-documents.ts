import texts from "#content/generated/legal/versions.ts";
import { addDays, type CalendarDate } from "#contract/values/calendar-date.ts";
import {
  LEGAL_DOCUMENT_KINDS,
  type LegalDocument,
  type LegalDocumentKind,
} from "./legal-document.ts";

export interface LegalVersion {
  readonly kind: LegalDocumentKind;
  readonly validFrom: CalendarDate;
  readonly load: () => Promise<LegalDocument>;
}

export type LegalVersionStatus = "current" | "archived" | "upcoming";

/** Newest first within a kind. A version in force is never edited, only superseded. */
export const LEGAL_VERSIONS: readonly LegalVersion[] = texts.map(({ kind, validFrom, load }) => ({
  kind,
  validFrom,
  load: async () => (await load()).default,
}));

/** Newest first. */
export function versionsOf(kind: LegalDocumentKind): LegalVersion[] {
  return LEGAL_VERSIONS.filter((one) => one.kind === kind).sort((one, other) =>
    one.validFrom < other.validFrom ? 1 : -1,
  );
}

/**
 * `null` before the first.
 *
 * @param today - Moscow date.
 */
export function currentVersion(kind: LegalDocumentKind, today: CalendarDate): LegalVersion | null {
  return versionsOf(kind).find(({ validFrom }) => validFrom <= today) ?? null;
}

export function statusOf(version: LegalVersion, today: CalendarDate): LegalVersionStatus {
  if (version.validFrom > today) return "upcoming";
  return currentVersion(version.kind, today)?.validFrom === version.validFrom
    ? "current"
    : "archived";
}

/** Eve of the next version. */
export function validTo(version: LegalVersion): CalendarDate | null {
  const next = versionsOf(version.kind).findLast(({ validFrom }) => validFrom > version.validFrom);
  return next ? addDays(next.validFrom, -1) : null;
}

/** `old-data-policy-2025-03-01`. Source: specification §2, «archived versions named old-*». */
export function archiveName({ kind, validFrom }: Pick<LegalVersion, "kind" | "validFrom">): string {
  return `old-${kind}-${validFrom}`;
}

export function versionOfArchiveName(name: string): LegalVersion | null {
  return LEGAL_VERSIONS.find((one) => archiveName(one) === name) ?? null;
}

/** The kind while in force, else the archive name. */
export function documentName(version: LegalVersion, today: CalendarDate): string {
  return statusOf(version, today) === "current" ? version.kind : archiveName(version);
}

/** Name of `/documents/<name>` or `/documents/<name>.pdf`. */
export function versionOfName(name: string, today: CalendarDate): LegalVersion | null {
  const kind = LEGAL_DOCUMENT_KINDS.find((one) => one === name);
  return kind ? currentVersion(kind, today) : versionOfArchiveName(name);
}
