import { useState } from "react";
import { MAX_PER_PAGE } from "#contract/kernel/paging.ts";
import type { RegistryInfo } from "#contract/registries/registry.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import type { PagedList } from "#console/kit/use-paged-list.ts";
import { pasteInput, type PastePlan, planPaste, rowsOfBlock, undoInput } from "./plan-paste.ts";
import type { RegistryKind, RegistryRow } from "./registry-kind.ts";
import { useAttempt } from "./use-attempt.ts";
import { pastePlanWindow } from "./paste-plan-modal.tsx";
import { useModal } from "#web/modals/use-modal.ts";

/** For more rows use a corrected file. */
const MOST_ROWS = 5_000;

interface PasteStart {
  readonly text: string;
  /** Visible rows from the pasted cell on. */
  readonly rows: readonly RegistryRow[];
  readonly columns: readonly string[];
}

interface Undo {
  readonly plan: PastePlan;
  /** After a later change undo is impossible. */
  readonly version: number;
}

export interface Paste {
  readonly isBusy: boolean;
  readonly message: string | undefined;
  /** Cells of the last paste that can be undone. */
  readonly undoable: number;
  readonly open: (start: PasteStart) => Promise<void>;
  readonly undo: () => Promise<void>;
}

/**
 * Overwrites the visible rows and those of the next pages. Undo works until the registry changes
 * again.
 */
export function usePaste(
  kind: RegistryKind,
  info: RegistryInfo,
  list: PagedList<RegistryRow>,
  onChanged: () => void,
): Paste {
  const [undoOf, setUndoOf] = useState<Undo | null>(null);
  const { show } = useModal();
  const { isBusy, message, run } = useAttempt(onChanged);
  const { id, version } = info;
  // Lines beyond the last row are added, but dropped in a filtered list.
  const isFiltered = Object.values(list.filters).some(Boolean);
  const addsRest = !isFiltered;

  const showPlan = (plan: PastePlan, refusal?: string) =>
    show(pastePlanWindow({ kind, plan, addsRest, refusal, send: () => send(plan), onChanged }));
  const open = ({ text, rows, columns }: PasteStart) =>
    run(async () => {
      const needed = rowsOfBlock(kind.info.columns, text);
      if (needed > MOST_ROWS) {
        showPlan(
          { columns: [], changes: [], rest: [] },
          "В блоке больше 5\u00A0000 строк. Загрузите исправленный файл",
        );
        return;
      }
      const following = await readFollowing(kind, id, list, needed - rows.length);
      showPlan(planPaste({ all: kind.info.columns, text, rows: [...rows, ...following], columns }));
    });
  const send = async (plan: PastePlan) => {
    const { body, files } = pasteInput(plan, addsRest);
    const answer = await requestEndpoint(kind.calls.pasteRows, {
      params: { id },
      body: { ...body, version },
      files,
    });
    setUndoOf(answer.addedCount === 0 ? { plan, version: answer.version } : null);
    onChanged();
  };
  const undo = () =>
    run(async () => {
      if (undoOf === null) return;
      const { body, files } = undoInput(undoOf.plan);
      await requestEndpoint(kind.calls.pasteRows, {
        params: { id },
        body: { ...body, version: undoOf.version },
        files,
      });
      setUndoOf(null);
      onChanged();
    });
  return {
    isBusy,
    message,
    undoable:
      undoOf !== null && version <= undoOf.version && info.permissions.update
        ? undoOf.plan.changes.length
        : 0,
    open,
    undo,
  };
}

/** For a block longer than the page. */
async function readFollowing(
  kind: RegistryKind,
  id: number,
  { filters, page, perPage, total }: PagedList<RegistryRow>,
  count: number,
): Promise<RegistryRow[]> {
  const behind = Math.min(count, total - page * perPage);
  if (behind <= 0) return [];
  const read: RegistryRow[] = [];
  const first = page * perPage;
  for (let at = Math.floor(first / MAX_PER_PAGE) + 1; read.length < behind; at += 1) {
    const { items } = (await requestEndpoint(kind.calls.items, {
      params: { id },
      query: { ...filters, page: at, perPage: MAX_PER_PAGE },
    })) as { readonly items: readonly RegistryRow[] };
    const skipped = Math.max(0, first - (at - 1) * MAX_PER_PAGE);
    if (items.length <= skipped) break;
    read.push(...items.slice(skipped));
  }
  return read.slice(0, behind);
}
