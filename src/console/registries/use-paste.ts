import { useCallback, useState } from "react";
import { MAX_PER_PAGE } from "#contract/kernel/paging.ts";
import type { RegistryInfo } from "#contract/registries/registry.ts";
import { asHttpError, errorText } from "#web/wire/http-error.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import type { PagedList } from "#console/kit/use-paged-list.ts";
import { pasteInput, type PastePlan, planPaste, rowsOfBlock, undoInput } from "./plan-paste.ts";
import type { RegistryKind, RegistryRow } from "./registry-kind.ts";

/** More rows than a person goes through on a screen are a corrected file. */
const MOST_ROWS = 5_000;

interface PasteStart {
  readonly text: string;
  /** Rows from the cell that was pasted on to the end of the page, as they are seen. */
  readonly rows: readonly RegistryRow[];
  /** Columns from that cell on, as they are seen. */
  readonly columns: readonly string[];
}

interface Undo {
  readonly plan: PastePlan;
  /** Version of the registry the paste has made: another change or check ends the way back. */
  readonly version: number;
  readonly key: string;
}

/** A plan on the screen: pressed again after a lost answer, it is the same call. */
interface Opened {
  readonly plan: PastePlan;
  readonly version: number;
  readonly key: string;
}

export interface Paste {
  /**
   * What will be done, to be shown before it is sent; `null` when nothing is pasted or the rows are
   * still being read.
   */
  readonly plan: PastePlan | null;
  /**
   * Lines behind the last row of the registry become new rows; behind the last row of a filter they
   * are left out.
   */
  readonly addsRest: boolean;
  readonly isBusy: boolean;
  readonly message: string | null;
  /** Rows the last paste has changed, while it can be undone. */
  readonly undoable: number;
  readonly open: (start: PasteStart) => Promise<void>;
  readonly close: () => void;
  readonly send: () => Promise<void>;
  readonly undo: () => Promise<void>;
}

/**
 * A block pasted on a cell of the table: over the rows the person sees, in their order, the
 * following pages of the same filter included; shown row by row before it is sent, and undone by
 * one press until the registry changes again.
 */
export function usePaste(
  kind: RegistryKind,
  info: RegistryInfo,
  list: PagedList<RegistryRow>,
  onChanged: () => void,
): Paste {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [undoOf, setUndoOf] = useState<Undo | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const { id, version } = info;
  const isFiltered = Object.values(list.filters).some(Boolean);
  const addsRest = !isFiltered;

  const run = useCallback(
    async (work: () => Promise<void>) => {
      setIsBusy(true);
      setMessage(null);
      try {
        await work();
      } catch (thrown) {
        const error = asHttpError(thrown);
        setMessage(errorText(error));
        if (error.code === "changed") onChanged();
      } finally {
        setIsBusy(false);
      }
    },
    [onChanged],
  );

  const open = ({ text, rows, columns }: PasteStart) =>
    run(async () => {
      const needed = rowsOfBlock(kind.info.columns, text);
      if (needed > MOST_ROWS) {
        setOpened({
          plan: { columns: [], changes: [], rest: [] },
          version,
          key: crypto.randomUUID(),
        });
        setMessage("В блоке больше 5\u00A0000 строк. Загрузите исправленный файл");
        return;
      }
      const following = await readFollowing(kind, id, list, needed - rows.length);
      setOpened({
        plan: planPaste({ all: kind.info.columns, text, rows: [...rows, ...following], columns }),
        version,
        key: crypto.randomUUID(),
      });
    });
  const send = () =>
    run(async () => {
      if (opened === null) return;
      const { body, files } = pasteInput(opened.plan, addsRest);
      const answer = await requestEndpoint(kind.calls.pasteRows, {
        params: { id },
        body: { ...body, version: opened.version },
        files,
        idempotencyKey: opened.key,
      });
      // Added rows have no cells to put back: they are deleted one by one, as any row.
      setUndoOf(
        answer.addedCount === 0
          ? { plan: opened.plan, version: answer.version, key: crypto.randomUUID() }
          : null,
      );
      setOpened(null);
      onChanged();
    });
  const undo = () =>
    run(async () => {
      if (undoOf === null) return;
      const { body, files } = undoInput(undoOf.plan);
      await requestEndpoint(kind.calls.pasteRows, {
        params: { id },
        body: { ...body, version: undoOf.version },
        files,
        idempotencyKey: undoOf.key,
      });
      setUndoOf(null);
      onChanged();
    });
  return {
    plan: opened?.plan ?? null,
    addsRest,
    isBusy,
    message,
    undoable:
      undoOf !== null && version <= undoOf.version && info.permissions.update
        ? undoOf.plan.changes.length
        : 0,
    open,
    close: () => {
      setOpened(null);
      setMessage(null);
    },
    send,
    undo,
  };
}

/**
 * Rows of the same filter behind the page, so that a long block goes over what would be seen next.
 */
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
      query: { ...(filters as Record<string, string>), page: at, perPage: MAX_PER_PAGE } as never,
    })) as { readonly items: readonly RegistryRow[] };
    const skipped = Math.max(0, first - (at - 1) * MAX_PER_PAGE);
    if (items.length <= skipped) break;
    read.push(...items.slice(skipped));
  }
  return read.slice(0, behind);
}
