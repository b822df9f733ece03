import { REGISTRY_STATE, hasStarted } from "#contract/registries/registry-states.ts";
import type { Registry } from "#contract/registries/registry.ts";
import { formatInstant } from "#web/format/dates.ts";
import { productNow } from "#web/live/product-clock.ts";
import { column, StateText, type ListColumn } from "#console/kit/columns.tsx";
import { textWidth } from "#console/kit/text-width.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { ProgressLine } from "./progress-line.tsx";
import type { RegistryKind } from "./registry-kind.ts";
import {
  groupedDigits,
  isMoving,
  registryName,
  shownState,
  type MoneySight,
} from "./registry-labels.ts";
import { useRegistryProgress } from "./use-registry.ts";

const LEAST_NUMBER_PX = 48;
const HEAD_LINES = 100;
const CELL_PADDING_PX = 18;

interface NumberedRow {
  readonly line: number;
}

/** Lines of a file begin below its head. */
export function rowNumberColumn<Row extends NumberedRow>(rowsCount: number): ListColumn<Row> {
  return {
    ...column.text<Row>(
      "line",
      "№",
      ({ line }) => <span className="num">{groupedDigits(line)}</span>,
      {
        width: Math.max(
          LEAST_NUMBER_PX,
          textWidth(groupedDigits(rowsCount + HEAD_LINES), CELL_PADDING_PX),
        ),
        isFixed: true,
        part: "day",
      },
    ),
    plain: rowTitle,
  };
}

export function rowTitle({ line }: NumberedRow): string {
  return `Строка ${groupedDigits(line)}`;
}

/** Sums need the right to see them. */
export function registryColumns(kind: RegistryKind, sight: MoneySight): ListColumn<Registry>[] {
  const columns: (ListColumn<Registry> | null)[] = [
    column.text("number", "№", ({ number }) => <span className="num">{number}</span>, {
      sortField: "number",
      width: 56,
      isFixed: true,
    }),
    {
      ...column.text<Registry>(
        "title",
        "Реестр",
        (row) => <RegistryLink kind={kind} registry={row} />,
        { isFixed: true, part: "name" },
      ),
      plain: (row) => titleOf(kind, row),
      addressOf: ({ id }) => `${kind.path}/${id}`,
    },
    column.text("state", "Состояние", (row) => <StateCell kind={kind} registry={row} />, {
      width: 190,
      part: "state",
    }),
    column.text(
      "rows",
      "Строк",
      ({ rowsCount }) => <span className="num">{groupedDigits(rowsCount)}</span>,
      { sortField: "rowsCount", align: "right", width: 90, isHidden: "narrow" },
    ),
    column.text(
      "good",
      "Готово",
      ({ state, doneCount, readyCount }) =>
        state.id === "CANCELED" ? (
          "—"
        ) : (
          <span className="num">
            {groupedDigits(hasStarted(state.id) ? doneCount : readyCount)}
          </span>
        ),
      { align: "right", width: 80, isHidden: "narrow" },
    ),
    column.text(
      "errors",
      "С ошибками",
      ({ state, errorsCount }) => (state.id === "CANCELED" ? "—" : <Count value={errorsCount} />),
      { align: "right", width: 112 },
    ),
    column.text(
      "failed",
      kind.failed,
      ({ state, failedCount }) => (hasStarted(state.id) ? <Count value={failedCount} /> : "—"),
      { align: "right", width: textWidth(kind.failed, 30) },
    ),
    sight.sums
      ? column.money("amount", "Сумма", ({ amount }) => amount, { sortField: "amount", width: 136 })
      : null,
    column.date("createdAt", "Загружен", ({ createdAt }) => createdAt, {
      sortField: "createdAt",
      part: "day",
    }),
    column.person("author", "Кто загрузил", ({ author }) => author && { name: author.name }, {
      isHidden: true,
    }),
    column.text("project", "Проект", ({ project }) => project?.title, { isHidden: true }),
    column.text("fileName", "Файл", ({ fileName }) => fileName, { isHidden: true }),
    column.text(
      "warnings",
      "Предупреждений",
      ({ warningsCount }) => <Count value={warningsCount} />,
      { isHidden: true, align: "right" },
    ),
    column.date("completedAt", "Закончен", ({ completedAt }) => completedAt, { isHidden: true }),
  ];
  return columns.filter((one) => one !== null);
}

function Count({ value }: { readonly value: number }) {
  return value > 0 ? (
    <span className="num count-bad">{groupedDigits(value)}</span>
  ) : (
    <span className="muted">0</span>
  );
}

interface RegistryOfKind {
  readonly kind: RegistryKind;
  readonly registry: Registry;
}

/** Queued registries have no progress. */
function StateCell({ kind, registry }: RegistryOfKind) {
  const { id } = registry.state;
  const problem = registry.errorMessage;
  if (problem === null && isMoving(id) && id !== "SCHEDULED" && id !== "UPLOADED")
    return <MovingState kind={kind} registry={registry} />;
  const state = shownState(registry.state, registry.balanceAfter, problem);
  return (
    <StateText
      title={state.title}
      tone={state.tone}
      hint={
        problem ??
        (registry.completedAt ? formatInstant(registry.completedAt, productNow()) : undefined)
      }
    />
  );
}

function MovingState({ kind, registry }: RegistryOfKind) {
  const { data } = useRegistryProgress(kind, registry.id, true);
  const state = data?.state ?? registry.state;
  return (
    <>
      <StateText title={state.title} tone={REGISTRY_STATE.tones[state.id]} />
      {data && data.stage !== "idle" ? <ProgressLine kind={kind} progress={data} isSmall /> : null}
    </>
  );
}

function RegistryLink({ kind, registry }: RegistryOfKind) {
  return (
    <PageLink
      to={`${kind.path}/${registry.id}`}
      aria-label={[registryName(kind, registry), registry.title ?? registry.fileName ?? ""]
        .filter(Boolean)
        .join(", ")}
    >
      {titleOf(kind, registry)}
    </PageLink>
  );
}

function titleOf(kind: RegistryKind, registry: Registry): string {
  return registry.title ?? registry.fileName ?? registryName(kind, registry);
}
