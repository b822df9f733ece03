import { Alert, Flex, Select, Typography } from "antd";
import { useMemo } from "react";
import { isGrave } from "#contract/registries/reading-note.ts";
import { REGISTRY_FINDINGS } from "#contract/registries/registry-findings.ts";
import type { FindingSummary, RegistryInfo } from "#contract/registries/registry.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { textOf, type ListFilter } from "#console/kit/filters.tsx";
import type { ListFilters } from "#console/kit/use-paged-list.ts";
import type { RegistryKind } from "./registry-kind.ts";
import { groupedDigits } from "./registry-labels.ts";

const LABEL = "Причина замечания";

export function useFindingFilter(kind: RegistryKind, info: RegistryInfo): ListFilter {
  const items = useFindings(kind, info);
  return useMemo(() => {
    const findings = items.filter((one) => !isAboutFile(one));
    return {
      key: "cause",
      names: ["cause", "causeColumn"],
      render: (filters, change) =>
        findings.length === 0 && !filters["cause"] ? null : (
          <Select
            aria-label={LABEL}
            placeholder={`Причины замечаний: ${findings.length}`}
            allowClear
            popupMatchSelectWidth={false}
            style={{ minWidth: 220, maxWidth: 420 }}
            value={filters["causeColumn"] ? keyOf(filters) : undefined}
            options={findings.map((one) => ({
              value: keyOf(filtersOf(one)),
              label: `${sentenceOf(one)} (${groupedDigits(one.count)})`,
              one,
            }))}
            optionRender={({ label, data }) => (
              <Flex vertical>
                {label}
                <Typography.Text type="secondary">
                  {placeOf((data as { readonly one: FindingSummary }).one)}
                </Typography.Text>
              </Flex>
            )}
            onChange={(_, option) => {
              const chosen = (option as { readonly one?: FindingSummary } | undefined)?.one;
              change(chosen ? filtersOf(chosen) : NO_CAUSE);
            }}
          />
        ),
      describe: (filters) => {
        if (!filters["cause"]) return null;
        const chosen = findings.find((one) => isChosen(one, filters));
        return chosen
          ? [sentenceOf(chosen), filters["causeColumn"] ? placeOf(chosen) : null]
              .filter(Boolean)
              .join(", ")
          : LABEL;
      },
    };
  }, [items]);
}

export const NO_CAUSE = {
  cause: undefined,
  causeColumn: undefined,
  onlyErrors: undefined,
  onlyWarnings: undefined,
} satisfies ListFilters;

/** The rows that a cause counts. */
export function filtersOf({ cause, column }: FindingSummary): ListFilters {
  return { ...NO_CAUSE, cause, causeColumn: column ?? undefined };
}

function keyOf(filters: ListFilters): string {
  return `${textOf(filters, "cause")}:${textOf(filters, "causeColumn")}`;
}

/** An address kept from before columns were told names the cause alone. */
function isChosen({ cause, column }: FindingSummary, filters: ListFilters): boolean {
  const { causeColumn } = filters;
  return filters["cause"] === cause && (causeColumn === undefined || causeColumn === column);
}

function placeOf({ columnTitle }: FindingSummary): string {
  return columnTitle === null ? "" : `«${columnTitle}»`;
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
  return useRead(kind.calls.errors, { params: { id } }, { silent: true }).data?.items ?? NONE;
}

export function isAboutFile({ column, count }: FindingSummary): boolean {
  return column === null && count === 0;
}

/** More precise than the cause's title, unless it has a placeholder. */
export function sentenceOf({ cause, message: known }: FindingSummary): string {
  if (!Object.hasOwn(REGISTRY_FINDINGS, cause)) return known;
  const { title, message } = REGISTRY_FINDINGS[cause as keyof typeof REGISTRY_FINDINGS];
  return message.includes("{") ? title : message;
}
