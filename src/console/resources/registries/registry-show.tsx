import { useCallback, useMemo, useState } from "react";
import { useParams } from "react-router";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo, PayrollItem } from "#contract/registries/payroll-registry.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { ErrorPage } from "#console/ui/error-page.tsx";
import { usePageTitle } from "#console/ui/page-title.tsx";
import { StateText } from "#console/kit/columns.tsx";
import "#console/kit/kit.css";
import { usePagedList } from "#console/kit/use-paged-list.ts";
import "#console/ui/light/light.css";
import { ApprovalPanel } from "./approval-panel.tsx";
import { ItemSection } from "./item-section.tsx";
import { PostingsDrawer, type PostingsOf } from "./postings-drawer.tsx";
import { ProgressLine } from "./progress-line.tsx";
import { RegistryCommands } from "./registry-commands.tsx";
import { RegistrySummary } from "./registry-summary.tsx";
import { isMoving, registryName, shownState } from "./registry-words.ts";
import { UndoWindow } from "./undo-window.tsx";
import { useItemEdits } from "./use-item-edits.ts";
import { REGISTRIES, REGISTRY_ITEMS, useLiveItems, useRegistryProgress, useReloadItems } from "./use-registry.ts";
import { useRowRemovals } from "./use-row-removals.ts";
import "./registries.css";

/** One payroll registry: totals, mistakes by cause, rows to correct or their results, and its commands. */
export default function RegistryShow() {
  const id = Number(useParams().id);
  const { data: info, error, reload } = useRead(payrollRegistryEndpoints.info, { params: { id } }, { resource: REGISTRIES, silent: true, enabled: Number.isInteger(id) });
  usePageTitle(info ? registryName(info) : undefined);
  if (!Number.isInteger(id)) return <ErrorPage status={404} />;
  if (error && !info) return <ErrorPage status={error.statusCode} message={error.message} onRetry={error.statusCode >= 500 ? reload : undefined} />;
  if (!info) return <RegistryWait />;
  return <RegistryPage info={info} reloadInfo={reload} isStale={error !== null} />;
}

function RegistryPage({ info, reloadInfo, isStale }: { info: PayrollInfo; reloadInfo: () => void; isStale: boolean }) {
  const { id } = info;
  const pathParams = useMemo(() => ({ id }), [id]);
  const list = usePagedList<PayrollItem>({ resource: REGISTRY_ITEMS, pathParams });
  const reloadItems = useReloadItems();
  const reload = () => {
    reloadInfo();
    reloadItems();
  };
  const isBusy = isMoving(info.state.id);
  const { data: progress, error: progressError } = useRegistryProgress(id, isBusy);
  useProgressEnd(progress?.state.id ?? info.state.id, reload);
  useLiveItems(id);
  const edits = useItemEdits(reload);
  const removals = useRowRemovals(reload);
  const [postingsOf, setPostingsOf] = useState<PostingsOf | null>(null);
  const [wantsFix, setWantsFix] = useState(false);
  const handleFixFocused = useCallback(() => setWantsFix(false), []);
  const state = shownState(progress && isBusy ? progress.state : info.state, info.balanceAfter);

  const handleFix = () => {
    if (list.filters.onlyErrors !== "true") list.setFilters({ onlyErrors: "true", onlyWarnings: undefined, cause: undefined });
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
          {registryName(info)} <StateText title={state.title} tone={state.tone} />
        </h1>
        <RegistryCommands info={info} onChanged={reload} onFix={handleFix} settle={settle} />
      </header>
      <Facts info={info} />
      {progress && isBusy && progress.stage !== "idle" ? <ProgressLine progress={progress} /> : null}
      {isStale || (isBusy && progressError) ? (
        <p className="notice-line" data-kind="warning" role="status">
          Нет связи с сервером: показано то, что было известно. Страница обновится сама
        </p>
      ) : null}
      {info.errorMessage ? (
        <p className="notice-line" data-kind="danger" role="alert">
          {info.errorMessage}
        </p>
      ) : null}
      <ApprovalPanel info={info} onChanged={reload} />
      {info.state.id === "SCHEDULED" ? <UndoWindow info={info} onDone={reload} /> : null}
      <RegistrySummary info={info} list={list} onPostings={() => setPostingsOf({ kind: "registry", registry: info })} />
      <ItemSection info={info} list={list} edits={edits} removals={removals} onChanged={reload} onPostings={(item) => setPostingsOf({ kind: "item", item })} wantsFix={wantsFix} onFixFocused={handleFixFocused} onAllFixed={focusCommands} />
      {postingsOf ? <PostingsDrawer of={postingsOf} onClose={() => setPostingsOf(null)} /> : null}
    </>
  );
}

/** Reads everything once more when the work has stopped: the last word of the stream may have come before the last row. */
function useProgressEnd(state: PayrollInfo["state"]["id"], reload: () => void): void {
  const [before, setBefore] = useState(state);
  if (before === state) return;
  setBefore(state);
  queueMicrotask(reload);
}

function Facts({ info }: { info: PayrollInfo }) {
  return (
    <p className="muted registry-facts">
      {info.title ? <span>{info.title}</span> : null}
      <span>{info.fileName ?? "Вставлен из таблицы"}</span>
      {info.project ? <span>{info.project.title}</span> : null}
      <span>
        {info.author?.name ?? "Автор неизвестен"}, <DateText value={info.createdAt} />
      </span>
      {info.executedAt ? (
        <span>
          Запущен <DateText value={info.executedAt} />
        </span>
      ) : null}
      {info.completedAt ? (
        <span>
          Выполнен <DateText value={info.completedAt} />
        </span>
      ) : null}
    </p>
  );
}

/** Keeps the height of the page while it loads. */
function RegistryWait() {
  return (
    <div className="registry-wait" aria-busy="true">
      <span className="hidden-text" role="status">
        Загружаем…
      </span>
    </div>
  );
}

/** The way on once everything is corrected: the first command, which pays. */
function focusCommands(): void {
  document.querySelector<HTMLElement>(".registry-actions button")?.focus();
}
