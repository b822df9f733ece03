import { Alert, Flex, Select, Typography } from "antd";
import { useMemo } from "react";
import { isGrave } from "#contract/registries/reading-note.ts";
import { REGISTRY_FINDINGS } from "#contract/registries/registry-findings.ts";
import type { FindingSummary, RegistryInfo } from "#contract/registries/registry.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { textOf, type ListFilter } from "#console/kit/filters.tsx";
import type { RegistryKind } from "./registry-kind.ts";
import { groupedDigits } from "./registry-labels.ts";

const LABEL = "Причина замечания";

export function useFindingFilter(kind: RegistryKind, info: RegistryInfo): ListFilter {
  const items = useFindings(kind, info);
  return useMemo(() => {
    const findings = groupFindings(items.filter((one) => !isAboutFile(one)));
    return {
      key: "cause",
      names: ["cause"],
      render: (filters, change) =>
        findings.length === 0 && !filters["cause"] ? null : (
          <Select
            aria-label={LABEL}
            placeholder={`Причины замечаний: ${findings.length}`}
            allowClear
            popupMatchSelectWidth={false}
            style={{ minWidth: 220, maxWidth: 420 }}
            value={textOf(filters, "cause") || undefined}
            options={findings.map(({ cause, title, places, severity, count }) => ({
              key: `${cause}:${severity}`,
              value: cause,
              label: `${title} (${groupedDigits(count)})`,
              places,
            }))}
            optionRender={({ label, data }) => (
              <Flex vertical>
                {label}
                <Typography.Text type="secondary">
                  {(data as { readonly places: string }).places}
                </Typography.Text>
              </Flex>
            )}
            onChange={(cause?: string) =>
              change({ cause, onlyErrors: undefined, onlyWarnings: undefined })
            }
          />
        ),
      describe: (filters) =>
        filters["cause"]
          ? (findings.find(({ cause }) => cause === filters["cause"])?.title ?? LABEL)
          : null,
    };
  }, [items]);
}

/** Findings of the whole file. */
export function FileFindings({
  kind,
  info,
}: {
  readonly kind: RegistryKind;
  readonly info: RegistryInfo;
}) {
  const all = useFindings(kind, info).filter(isAboutFile);
  const notes = all.filter(isNote);
  return (
    <>
      {all
        .filter((one) => !isNote(one))
        .map(({ message }) => (
          <Alert
            key={message}
            role="note"
            type="warning"
            showIcon
            message={message}
            style={{ marginBottom: 8 }}
          />
        ))}
      {notes.length > 0 ? (
        <Typography.Paragraph type="secondary" role="note" style={{ marginBottom: 8 }}>
          {notes.map(({ message }) => message).join(". ")}
        </Typography.Paragraph>
      ) : null}
    </>
  );
}

function isNote({ note }: FindingSummary): boolean {
  return note !== undefined && !isGrave(note);
}

const NONE: readonly FindingSummary[] = [];

export function useFindings(kind: RegistryKind, { id }: RegistryInfo): readonly FindingSummary[] {
  return (
    useRead(kind.calls.errors, { params: { id } }, { resource: kind.info.resource, silent: true })
      .data?.items ?? NONE
  );
}

export function isAboutFile({ column, count }: FindingSummary): boolean {
  return column === null && count === 0;
}

export interface FindingGroup {
  readonly cause: string;
  readonly title: string;
  /** «ИНН исполнителя». */
  readonly places: string;
  readonly severity: "error" | "warning";
  readonly count: number;
}

/** Errors first, then by frequency. */
export function groupFindings(findings: readonly FindingSummary[]): FindingGroup[] {
  const groups = new Map<
    string,
    Omit<FindingGroup, "places" | "count"> & { count: number; columns: Set<string> }
  >();
  for (const { cause, message, severity, count, columnTitle } of findings) {
    const key = `${cause}:${severity}`;
    const group = groups.get(key) ?? {
      cause,
      title: sentenceOf(cause) ?? message,
      severity,
      count: 0,
      columns: new Set<string>(),
    };
    group.count += count;
    if (columnTitle) group.columns.add(columnTitle);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ columns, ...group }) => ({
      ...group,
      places: [...columns].map((title) => `«${title}»`).join(", "),
    }))
    .sort(
      (one, other) =>
        Number(other.severity === "error") - Number(one.severity === "error") ||
        other.count - one.count,
    );
}

/** More precise than the cause's title, unless it has a placeholder. */
export function sentenceOf(cause: string): string | null {
  if (!Object.hasOwn(REGISTRY_FINDINGS, cause)) return null;
  const { title, message } = REGISTRY_FINDINGS[cause as keyof typeof REGISTRY_FINDINGS];
  return message.includes("{") ? title : message;
}
