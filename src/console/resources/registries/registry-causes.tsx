import { Alert, Select } from "antd";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo, PayrollItem } from "#contract/registries/payroll-registry.ts";
import { REGISTRY_ISSUES } from "#contract/registries/registry-issues.ts";
import type { RegistryCause } from "#contract/registries/registry.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import type { PagedList } from "#console/kit/use-paged-list.ts";
import { grouped } from "./registry-words.ts";
import { REGISTRIES } from "./use-registry.ts";

/** Mistakes by cause with counts, as a filter of the rows beside the search. */
export function CauseFilter({ info, list }: { readonly info: PayrollInfo; readonly list: PagedList<PayrollItem> }) {
  const causes = groupCauses(useCauses(info).filter((one) => !isAboutFile(one)));
  const chosen = typeof list.filters["cause"] === "string" && list.filters["cause"] !== "" ? list.filters["cause"] : undefined;
  if (causes.length === 0 && chosen === undefined) return null;
  return (
    <Select
      aria-label="Причина замечания"
      placeholder={`Причины замечаний: ${causes.length}`}
      allowClear
      popupMatchSelectWidth={false}
      style={{ minWidth: 260, maxWidth: 420 }}
      value={chosen}
      options={causes.map(({ cause, title, places, severity, count }) => ({ key: `${cause}:${severity}`, value: cause, label: `${title} (${grouped(count)})`, places }))}
      optionRender={({ label, data }) => (
        <>
          {label}
          <small className="muted cause-places">{(data as { readonly places: string }).places}</small>
        </>
      )}
      onChange={(cause?: string) => list.setFilters({ cause, onlyErrors: undefined, onlyWarnings: undefined })}
    />
  );
}

/** Remarks about the whole file. */
export function FileRemarks({ info }: { readonly info: PayrollInfo }) {
  return useCauses(info)
    .filter(isAboutFile)
    .map(({ message }) => <Alert key={message} type="warning" showIcon message={message} style={{ marginBottom: 8 }} />);
}

function useCauses({ id }: PayrollInfo): readonly RegistryCause[] {
  return useRead(payrollRegistryEndpoints.errors, { params: { id } }, { resource: REGISTRIES, silent: true }).data?.items ?? [];
}

function isAboutFile({ column, count }: RegistryCause): boolean {
  return column === null && count === 0;
}

export interface CauseGroup {
  readonly cause: string;
  readonly title: string;
  /** Columns it was found in: «ИНН исполнителя». */
  readonly places: string;
  readonly severity: "error" | "warning";
  readonly count: number;
}

/** One line per cause whatever the column: errors first, the most frequent first. */
export function groupCauses(causes: readonly RegistryCause[]): CauseGroup[] {
  const groups = new Map<string, Omit<CauseGroup, "places" | "count"> & { count: number; columns: Set<string> }>();
  for (const { cause, message, severity, count, columnTitle } of causes) {
    const key = `${cause}:${severity}`;
    const group = groups.get(key) ?? { cause, title: sentenceOf(cause) ?? message, severity, count: 0, columns: new Set<string>() };
    group.count += count;
    if (columnTitle) group.columns.add(columnTitle);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ columns, ...group }) => ({ ...group, places: [...columns].map((title) => `«${title}»`).join(", ") }))
    .sort((one, other) => Number(other.severity === "error") - Number(one.severity === "error") || other.count - one.count);
}

/** The sentence of a cause tells more than the title of its group, unless it waits for a value of the row. */
function sentenceOf(cause: string): string | null {
  if (!Object.hasOwn(REGISTRY_ISSUES, cause)) return null;
  const { title, message } = REGISTRY_ISSUES[cause as keyof typeof REGISTRY_ISSUES];
  return message.includes("{") ? title : message;
}
