import { PageLink } from "#console/ui/page-link.tsx";
import type { Registry } from "#contract/registries/registry.ts";
import { countOf } from "#contract/values/plural.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { MoneyText } from "#console/ui/money-text.tsx";
import type { PagedColumn } from "#console/ui/paged-table.tsx";
import { StateTag } from "#console/ui/state-tag.tsx";
import { PAYROLL } from "./kinds/payroll.tsx";
import { ProgressLine } from "./progress-line.tsx";
import { grouped, hasStarted, isMoving, registryName, REGISTRY_TONES, ROWS, type MoneySight } from "./registry-words.ts";
import { useRegistryProgress } from "./use-registry.ts";

/** Columns of the list; sums only for those who may see them. */
export function registryColumns(sight: MoneySight): PagedColumn<Registry>[] {
  const columns: (PagedColumn<Registry> | null)[] = [
    { key: "number", title: "№", sortField: "number", width: 64, render: (row) => <span className="num">{row.number}</span> },
    { key: "title", title: "Реестр", width: 220, render: (row) => <TitleCell registry={row} /> },
    { key: "state", title: "Состояние", width: 200, render: (row) => <StateCell registry={row} /> },
    { key: "rows", title: "Строки", sortField: "rowsCount", width: 180, render: (row) => <CountsCell registry={row} /> },
    sight.sums ? { key: "amount", title: "Сумма", sortField: "amount", align: "right", width: 150, render: (row) => <MoneyText rubles={row.amount} /> } : null,
    { key: "createdAt", title: "Загружен", sortField: "createdAt", width: 180, render: (row) => <CreatedCell registry={row} /> },
  ];
  return columns.filter((column) => column !== null);
}

function TitleCell({ registry }: { registry: Registry }) {
  return (
    <div className="registry-title">
      <RegistryLink registry={registry} />
      {registry.title && registry.fileName ? <span className="muted">{registry.fileName}</span> : null}
      {registry.project ? <span className="muted">{registry.project.title}</span> : null}
    </div>
  );
}

/** Only a row that moves by itself asks for its progress; one that waits for its turn has none yet. */
function StateCell({ registry }: { registry: Registry }) {
  const { id } = registry.state;
  const isProgressing = isMoving(id) && id !== "SCHEDULED" && id !== "UPLOADED";
  return isProgressing ? <MovingState registry={registry} /> : <State state={registry.state} completedAt={registry.completedAt} />;
}

function MovingState({ registry }: { registry: Registry }) {
  const { data } = useRegistryProgress(registry.id, true);
  return (
    <>
      <State state={data?.state ?? registry.state} completedAt={registry.completedAt} />
      {data && data.stage !== "idle" ? <ProgressLine progress={data} isSmall /> : null}
    </>
  );
}

function State({ state, completedAt }: Pick<Registry, "state" | "completedAt">) {
  return (
    <>
      <StateTag tone={REGISTRY_TONES[state.id]}>{state.title}</StateTag>
      {completedAt ? (
        <small className="muted cell-line">
          <DateText value={completedAt} />
        </small>
      ) : null}
    </>
  );
}

function CreatedCell({ registry }: { registry: Registry }) {
  return (
    <>
      <DateText value={registry.createdAt} />
      <small className="muted cell-line">{registry.author?.name}</small>
    </>
  );
}

function CountsCell({ registry }: { registry: Registry }) {
  if (hasStarted(registry.state.id)) {
    return (
      <ul className="plain-list counts">
        <li>{countOf(registry.rowsCount, ROWS)}</li>
        <li data-tone="good">выплачено {grouped(registry.doneCount)}</li>
        {registry.failedCount > 0 ? <li data-tone="bad">не прошло {grouped(registry.failedCount)}</li> : null}
      </ul>
    );
  }
  return (
    <ul className="plain-list counts">
      <li>{countOf(registry.rowsCount, ROWS)}</li>
      <li data-tone="good">готово {grouped(registry.readyCount)}</li>
      {registry.errorsCount > 0 ? <li data-tone="bad">с ошибками {grouped(registry.errorsCount)}</li> : null}
      {registry.warningsCount > 0 ? <li data-tone="warning">с предупреждениями {grouped(registry.warningsCount)}</li> : null}
    </ul>
  );
}

/** The link a screen reader hears for a registry: its number, then its name. */
function RegistryLink({ registry }: { registry: Registry }) {
  return (
    <PageLink to={`${PAYROLL.path}/${registry.id}`} aria-label={[registryName(registry), registry.title ?? registry.fileName ?? ""].filter(Boolean).join(", ")}>
      {registry.title ?? registry.fileName ?? registryName(registry)}
    </PageLink>
  );
}
