import { useCan } from "@refinedev/core";
import { hasStarted } from "#contract/registries/registry-states.ts";
import { Descriptions } from "antd";
import { useMemo, type ReactNode } from "react";
import {
  REGISTRY_ITEM_STATE,
  type RegistryItemState,
} from "#contract/registries/registry-item-states.ts";
import type { RegistryValueColumn } from "#contract/registries/registry-columns.ts";
import type { RegistryInfo } from "#contract/registries/registry.ts";
import { column, StateText, type ListColumn } from "#console/kit/columns.tsx";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { CommandButton } from "#console/kit/command-button.tsx";
import { PersonName } from "#console/kit/person-name.tsx";
import { StatCards } from "#console/kit/stat-cards.tsx";
import { textWidth } from "#console/kit/text-width.ts";
import type { PagedList } from "#console/kit/use-paged-list.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { reasonOf, RegistryCommands } from "../registry-commands.tsx";
import type {
  RegistryCommandsProps,
  RegistryFigure,
  RegistryParts,
  RegistryRow,
  RegistryStartProps,
  ResultContext,
} from "../registry-kind.ts";
import { countStats, ROW_TITLES } from "../registry-stats.ts";
import { rowNumberColumn } from "../registry-columns.tsx";
import { groupedDigits } from "../registry-labels.ts";
import { applyWindow } from "./apply-modal.tsx";
import type { AppliedKind } from "./applied-kind.ts";
import { RegistryValue } from "./registry-value.tsx";
import { useSettleFirst } from "../use-settle-first.ts";
import { useModal } from "#web/modals/use-modal.ts";

const BAD = ["APPLY_FAILED"];

interface Extras<Item> {
  /** Cells that name a row. */
  readonly named: readonly {
    readonly key: string;
    readonly title: string;
    readonly width?: number;
  }[];
  readonly links?: (item: Item) => ReactNode;
  readonly useCommands?: (
    info: RegistryInfo,
    onChanged: () => void,
  ) => {
    readonly whole: readonly RowAction[];
    readonly ofRow: (item: Item) => readonly RowAction[];
  };
}

/** Fits header and value, px; an instant needs 150. */
const valueWidth = ({ title, type }: RegistryValueColumn) =>
  Math.max(type === "instant" ? 150 : 130, textWidth(title, 30));

const NOTHING = { whole: [], ofRow: () => [] };

export function appliedParts<Item extends RegistryRow>(
  kind: AppliedKind,
  { named, links, useCommands = () => NOTHING }: Extras<Item>,
): RegistryParts<RegistryInfo, Item> {
  /** Known before the start. */
  const planned = kind.info.totals.filter(({ key }) => key === "budget");

  function Stats({ info, list }: { readonly info: RegistryInfo; readonly list: PagedList<Item> }) {
    const isStarted = hasStarted(info.state.id);
    const counts = countStats(list, {
      good: isStarted ? ["APPLIED"] : ["READY_TO_APPLY"],
      bad: BAD,
    });
    const totals = (isStarted ? kind.info.totals : planned).map(({ key, title, type }) => ({
      key,
      title,
      value: <RegistryValue type={type} value={info.values[key]} />,
    }));
    const stats = isStarted
      ? [
          counts.all(info.rowsCount),
          counts.good("Применено", info.doneCount),
          counts.errors(info.errorsCount),
          counts.bad(kind.failed, info.failedCount),
          ...totals,
        ]
      : [
          counts.all(info.rowsCount),
          counts.good(ROW_TITLES.ready, info.readyCount),
          counts.errors(info.errorsCount),
          counts.warnings(info.warningsCount),
          ...totals,
        ];
    return (
      <section aria-label="Итоги реестра">
        <p className="hidden-text summary-sentence" role="status">
          {isStarted
            ? `Применено ${groupedDigits(info.doneCount)} из ${groupedDigits(info.rowsCount)}`
            : `Строк: ${groupedDigits(info.rowsCount)}, готово ${groupedDigits(info.readyCount)}, с ошибками ${groupedDigits(info.errorsCount)}`}
        </p>
        <StatCards label="Итоги" stats={stats} />
      </section>
    );
  }

  function Commands(shared: RegistryCommandsProps<RegistryInfo>) {
    const { info, onChanged } = shared;
    const mayEdit = useCan(right(kind.edit)).data?.can;
    const extra = useCommands(info, onChanged);
    const isClosed = hasStarted(info.state.id) || info.state.id === "CANCELED";
    return (
      <RegistryCommands {...shared} kind={kind} more={mayEdit && isClosed ? extra.whole : []} />
    );
  }

  const nameOf = ({ cells }: Item) =>
    named
      .map(({ key }) => cells[key])
      .filter(Boolean)
      .join(" ");

  function Start({ info, onChanged, settle }: RegistryStartProps<RegistryInfo>) {
    const { show } = useModal();
    const { isSettling, settleFirst } = useSettleFirst(settle);
    return useCan(right(kind.edit)).data?.can ? (
      <CommandButton
        type="primary"
        loading={isSettling}
        reason={reasonOf(info.permissions, "canExecute")}
        onClick={() =>
          void settleFirst(() => show(applyWindow({ kind, info, onSettled: onChanged })))
        }
      >
        {kind.info.executes}
      </CommandButton>
    ) : null;
  }

  function useFigures({ values }: RegistryInfo): readonly RegistryFigure[] {
    return planned.map(({ key, title, type }) => ({
      key,
      text: (
        <>
          {title} <RegistryValue type={type} value={values[key]} />
        </>
      ),
    }));
  }

  function useResults({ info, onChanged, open }: ResultContext<RegistryInfo, Item>) {
    const { ofRow } = useCommands(info, onChanged);
    const mayEdit = useCan(right(kind.edit)).data?.can;
    return useMemo<ListColumn<Item>[]>(
      () => [
        rowNumberColumn(info.rowsCount),
        ...named.map(({ key, title, width }) => ({
          ...column.text<Item>(key, title, ({ cells }) => cells[key] || null, {
            width,
            part: "name",
          }),
          plain: nameOf,
        })),
        column.state(
          "state",
          "Строка",
          ({ state }) => ({
            title: state.title,
            tone: REGISTRY_ITEM_STATE.tones[state.id as RegistryItemState],
          }),
          { states: REGISTRY_ITEM_STATE },
        ),
        column.text("result", "Результат", (item) => links?.(item) ?? item.result),
        ...kind.info.values.map((value) =>
          column.text<Item>(
            value.key,
            value.title,
            ({ values }) => <RegistryValue type={value.type} value={values[value.key]} />,
            {
              width: valueWidth(value),
              align: value.type === "money" || value.type === "count" ? "right" : undefined,
              isHidden: value.type === "instant" || (value.type === "count" && "narrow"),
            },
          ),
        ),
        column.actions(
          ({ line }) => `строка ${line}`,
          (item) => [
            { key: "open", label: "Подробнее", onClick: () => open(item) },
            ...(mayEdit ? ofRow(item) : []),
          ],
        ),
      ],
      [info.rowsCount, open, ofRow, mayEdit],
    );
  }

  function RowFacts({ item }: { readonly item: Item }) {
    const facts = [
      {
        label: "Состояние",
        children: (
          <StateText
            title={item.state.title}
            tone={REGISTRY_ITEM_STATE.tones[item.state.id as RegistryItemState]}
          />
        ),
      },
      item.result ? { label: "Результат", children: links?.(item) ?? item.result } : null,
      item.workman
        ? { label: "Исполнитель", children: <PersonName person={item.workman} /> }
        : null,
      ...kind.info.values.map(({ key, title, type }) =>
        item.values[key] === null || item.values[key] === undefined
          ? null
          : { label: title, children: <RegistryValue type={type} value={item.values[key]} /> },
      ),
    ];
    return (
      <Descriptions
        size="small"
        column={1}
        items={facts.filter((one) => one !== null).map((one) => ({ key: one.label, ...one }))}
      />
    );
  }

  return { Stats, Commands, Start, useFigures, useResults, RowFacts };
}
