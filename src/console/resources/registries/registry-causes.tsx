import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo, PayrollItem } from "#contract/registries/payroll-registry.ts";
import { REGISTRY_ISSUES } from "#contract/registries/registry-issues.ts";
import type { RegistryCause } from "#contract/registries/registry.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import type { PagedList } from "#console/ui/use-paged-list.ts";
import { grouped } from "./registry-words.ts";
import { REGISTRIES } from "./use-registry.ts";

/** Mistakes by cause with counts; a press filters the rows, another one shows all again. */
export function RegistryCauses({ info, list }: { info: PayrollInfo; list: PagedList<PayrollItem> }) {
  const hasRemarks = info.errorsCount + info.warningsCount > 0;
  const { data } = useRead(payrollRegistryEndpoints.errors, { params: { id: info.id } }, { resource: REGISTRIES, enabled: hasRemarks, silent: true });
  const causes = hasRemarks ? groupCauses(data?.items ?? []) : [];
  if (causes.length === 0) return null;
  return (
    <section aria-label="Замечания по причинам" className="causes">
      <h2>Замечания по причинам</h2>
      <ul className="plain-list">
        {causes.map(({ cause, title, message, severity, count }) => {
          const isChosen = list.filters.cause === cause;
          return (
            <li key={`${cause}:${severity}`}>
              <button type="button" className="cause" data-severity={severity} aria-pressed={isChosen} onClick={() => list.setFilters({ cause: isChosen ? undefined : cause, onlyErrors: undefined, onlyWarnings: undefined })}>
                <span className="cause-count num">{grouped(count)}</span>
                <span>
                  {title}
                  <small>{message}</small>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export interface CauseGroup {
  readonly cause: string;
  readonly title: string;
  readonly message: string;
  readonly severity: "error" | "warning";
  readonly count: number;
}

/** One line per cause whatever the column: errors first, the most frequent first. */
export function groupCauses(causes: readonly RegistryCause[]): CauseGroup[] {
  const groups = new Map<string, { cause: string; message: string; severity: "error" | "warning"; count: number; columns: Set<string> }>();
  for (const { cause, message, severity, count, columnTitle } of causes) {
    const key = `${cause}:${severity}`;
    const group = groups.get(key) ?? { cause, message, severity, count: 0, columns: new Set<string>() };
    group.count += count;
    if (columnTitle) group.columns.add(columnTitle);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ columns, ...group }) => ({ ...group, title: titleOf(group.cause, [...columns]) }))
    .sort((one, other) => Number(other.severity === "error") - Number(one.severity === "error") || other.count - one.count);
}

function titleOf(cause: string, columns: readonly string[]): string {
  const known = Object.hasOwn(REGISTRY_ISSUES, cause) ? REGISTRY_ISSUES[cause as keyof typeof REGISTRY_ISSUES].title : null;
  const places = columns.slice(0, 3).map((title) => `«${title}»`).join(", ");
  return [known ?? "Замечание", places].filter(Boolean).join(": ");
}
