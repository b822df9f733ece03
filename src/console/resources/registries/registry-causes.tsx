import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo, PayrollItem } from "#contract/registries/payroll-registry.ts";
import { REGISTRY_ISSUES } from "#contract/registries/registry-issues.ts";
import type { RegistryCause } from "#contract/registries/registry.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import type { PagedList } from "#console/kit/use-paged-list.ts";
import { grouped } from "./registry-words.ts";
import { REGISTRIES } from "./use-registry.ts";

/** Mistakes by cause with counts; a press filters the rows, another one shows all again. Remarks about the whole file stand above. */
export function RegistryCauses({ info, list }: { info: PayrollInfo; list: PagedList<PayrollItem> }) {
  const { data } = useRead(payrollRegistryEndpoints.errors, { params: { id: info.id } }, { resource: REGISTRIES, silent: true });
  const items = data?.items ?? [];
  const aboutFile = items.filter(isAboutFile);
  const causes = groupCauses(items.filter((one) => !isAboutFile(one)));
  return (
    <>
      {aboutFile.map(({ message }) => (
        <p key={message} className="notice-line" data-kind="warning">
          {message}
        </p>
      ))}
      {causes.length > 0 ? (
        <section aria-label="Замечания по причинам" className="causes">
          <h2>Замечания по причинам</h2>
          <ul className="plain-list">
            {causes.map(({ cause, title, places, severity, count }) => {
              const isChosen = list.filters.cause === cause;
              return (
                <li key={`${cause}:${severity}`}>
                  <button type="button" className="cause" data-severity={severity} aria-pressed={isChosen} onClick={() => list.setFilters({ cause: isChosen ? undefined : cause, onlyErrors: undefined, onlyWarnings: undefined })}>
                    <span className="cause-count num">{grouped(count)}</span>
                    <span>
                      {title}
                      <small>{places}</small>
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      ) : null}
    </>
  );
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
