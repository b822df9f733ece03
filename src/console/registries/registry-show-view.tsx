import { Alert, Flex, Skeleton, Typography } from "antd";
import { useCallback, useMemo, useRef, useState } from "react";
import { useParams } from "react-router";
import type { RegistryInfo } from "#contract/registries/registry.ts";
import { hasStarted, type RegistryState } from "#contract/registries/registry-states.ts";
import { StateText } from "#console/kit/columns.tsx";
import { usePagedList } from "#console/kit/use-paged-list.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { usePageTitle } from "#web/ui/page-title.tsx";
import { isUncertain } from "#web/wire/http-error.ts";
import { ProgressLine } from "./progress-line.tsx";
import {
  itemsResourceOf,
  type RegistryKind,
  type RegistryParts,
  type RegistryRow,
} from "./registry-kind.ts";
import { NO_CAUSE } from "./registry-findings.tsx";
import { RegistryFooter } from "./registry-footer.tsx";
import { RegistryRows } from "./registry-rows.tsx";
import { isMoving, registryName, shownState } from "./registry-labels.ts";
import { useItemEdits } from "./use-item-edits.ts";
import { useLiveItems, useRegistryProgress, useReloadItems } from "./use-registry.ts";
import { useRowRemovals } from "./use-row-removals.ts";
import "#console/kit/kit.css";
import "./registries.css";

interface RegistryShowProps<Info extends RegistryInfo, Item extends RegistryRow> {
  readonly kind: RegistryKind;
  readonly parts: RegistryParts<Info, Item>;
}

export function RegistryShow<Info extends RegistryInfo, Item extends RegistryRow>({
  kind,
  parts,
}: RegistryShowProps<Info, Item>) {
  const id = Number(useParams().id);
  const { data, error, reload } = useRead(
    kind.calls.info,
    { params: { id } },
    { silent: true, enabled: Number.isInteger(id) },
  );
  const info = data as Info | undefined;
  usePageTitle(info ? registryName(kind, info) : undefined);
  if (!Number.isInteger(id)) return <ErrorPage status={404} />;
  if (error && !info)
    return (
      <ErrorPage
        status={error.statusCode}
        message={error.message}
        onRetry={isUncertain(error.statusCode) ? reload : undefined}
      />
    );
  if (!info) return <Skeleton active paragraph={{ rows: 12 }} />;
  return (
    <RegistryPage
      kind={kind}
      parts={parts}
      info={info}
      reloadInfo={reload}
      isStale={error !== null}
    />
  );
}

function RegistryPage<Info extends RegistryInfo, Item extends RegistryRow>({
  kind,
  parts,
  info,
  reloadInfo,
  isStale,
}: RegistryShowProps<Info, Item> & { info: Info; reloadInfo: () => void; isStale: boolean }) {
  const { id } = info;
  const { Commands, Notices, Stats } = parts;
  const commands = useRef<HTMLDivElement>(null);
  const start = useRef<HTMLDivElement>(null);
  const pathParams = useMemo(() => ({ id }), [id]);
  const list = usePagedList<Item>({ resource: itemsResourceOf(kind), pathParams });
  const reloadItems = useReloadItems(kind);
  const reload = useCallback(() => {
    reloadInfo();
    reloadItems();
  }, [reloadInfo, reloadItems]);
  const isBusy = isMoving(info.state.id);
  const isCancelled = info.state.id === "CANCELED";
  const isClosed = isCancelled || hasStarted(info.state.id);
  const { data: progress, error: progressError } = useRegistryProgress(kind, id, isBusy);
  useProgressEnd(progress?.state.id ?? info.state.id, reload);
  useLiveItems(kind, id);
  const edits = useItemEdits(kind, reload);
  const removals = useRowRemovals(kind, reload);
  const [wantsFix, setWantsFix] = useState(false);
  const handleFixFocused = useCallback(() => setWantsFix(false), []);
  // After the last correction focus the command that executes.
  const focusCommands = useCallback(
    () =>
      [start, commands]
        .map(({ current }) => current?.querySelector<HTMLElement>("button"))
        .find(Boolean)
        ?.focus(),
    [],
  );
  const problem = info.errorMessage;
  const state = shownState(
    progress && isBusy ? progress.state : info.state,
    info.balanceAfter,
    problem,
  );

  const handleFix = () => {
    if (list.filters.onlyErrors !== "true") list.setFilters({ ...NO_CAUSE, onlyErrors: "true" });
    setWantsFix(true);
  };
  const settle = async () => {
    await removals.flush();
    await edits.settle();
  };
  return (
    <>
      <header className="page-head">
        <h1>
          {registryName(kind, info)} <StateText title={state.title} tone={state.tone} />
        </h1>
        <div ref={commands} className="page-commands" role="group" aria-label="Действия с реестром">
          <Commands info={info} onChanged={reload} onFix={handleFix} settle={settle} />
        </div>
      </header>
      <Facts info={info} />
      {progress && isBusy && problem === null && progress.stage !== "idle" ? (
        <ProgressLine kind={kind} progress={progress} />
      ) : null}
      {isStale || (isBusy && progressError) ? (
        <Alert
          banner
          role="status"
          message="Нет связи с сервером: показано то, что было известно. Страница обновится сама"
        />
      ) : null}
      {problem ? (
        <Alert type={isBusy ? "warning" : "error"} showIcon role="alert" message={problem} />
      ) : null}
      {Notices ? <Notices info={info} onChanged={reload} /> : null}
      {isCancelled ? null : <Stats info={info} list={list} />}
      <RegistryRows
        kind={kind}
        parts={parts}
        info={info}
        list={list}
        edits={edits}
        removals={removals}
        onChanged={reload}
        wantsFix={wantsFix}
        onFixFocused={handleFixFocused}
        onAllFixed={focusCommands}
      />
      {isClosed ? null : (
        <RegistryFooter
          parts={parts}
          info={info}
          onChanged={reload}
          settle={settle}
          startRef={start}
        />
      )}
    </>
  );
}

/** The last live event may precede the last row. */
function useProgressEnd(state: RegistryState, reload: () => void): void {
  const [before, setBefore] = useState(state);
  if (before === state) return;
  setBefore(state);
  queueMicrotask(reload);
}

function Facts({ info }: { info: RegistryInfo }) {
  const facts = [
    info.title,
    info.fileName ?? "Вставлен из таблицы",
    info.project?.title,
    <span key="author">
      {info.author?.name ?? "Автор неизвестен"}, <DateText value={info.createdAt} />
    </span>,
    info.keptUntil ? (
      <span key="kept">
        Без запуска и изменений будет удалён <DateText value={info.keptUntil} />
      </span>
    ) : null,
    info.executedAt ? (
      <span key="executed">
        Запущен <DateText value={info.executedAt} />
      </span>
    ) : null,
    info.completedAt ? (
      <span key="completed">
        Выполнен <DateText value={info.completedAt} />
      </span>
    ) : null,
  ];
  return (
    <Flex wrap gap="0 20px" style={{ marginBottom: 8 }}>
      {facts.filter(Boolean).map((fact, index) => (
        <Typography.Text key={index} type="secondary" style={{ fontSize: 13 }}>
          {fact}
        </Typography.Text>
      ))}
    </Flex>
  );
}
