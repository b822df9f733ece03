import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { splitMessage } from "#web/format/message.ts";
import { asHttpError, type ConsoleHttpError } from "#web/wire/http-error.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { typedText } from "./cell-text.ts";
import { holdsOf, type RegistryKind, type RegistryRow } from "./registry-kind.ts";

export interface ItemEdits {
  /** The row with local edits. */
  readonly shown: <Item extends RegistryRow>(item: Item) => Item;
  /**
   * Optimistic.
   *
   * @throws ConsoleHttpError: keep the text in the field.
   */
  readonly save: (
    item: RegistryRow,
    column: string,
    change: { readonly before: string; readonly text: string },
  ) => Promise<void>;
  readonly settle: () => Promise<void>;
}

interface Edited {
  /** A newer row replaces the edit. */
  readonly of: RegistryRow;
  readonly item: RegistryRow;
}

/** One save at a time per row. */
export function useItemEdits(kind: RegistryKind, onSaved: () => void): ItemEdits {
  const [edited, setEdited] = useState<ReadonlyMap<number, Edited>>(new Map());
  const latest = useRef(edited);
  const queues = useRef(new Map<number, Promise<unknown>>());
  const saved = useRef(onSaved);
  useLayoutEffect(() => {
    latest.current = edited;
    saved.current = onSaved;
  });

  const change = useCallback((id: number, next: Edited | null) => {
    setEdited((before) => {
      const after = new Map(before);
      if (next) after.set(id, next);
      else after.delete(id);
      return after;
    });
  }, []);

  const save = useCallback(
    async (
      item: RegistryRow,
      column: string,
      { before, text: typed }: { before: string; text: string },
    ) => {
      const text = typedText(holdsOf(kind, column), typed);
      const known = latest.current.get(item.id);
      const of = known && known.item === item ? known.of : item;
      // Findings of the changed cell are obsolete.
      const without = <One extends { column: string | null }>(findings: readonly One[]) =>
        findings.filter((finding) => finding.column !== column);
      change(item.id, {
        of,
        item: {
          ...item,
          cells: { ...item.cells, [column]: text },
          errors: without(item.errors),
          warnings: without(item.warnings),
          healedColumns: item.healedColumns.filter((one) => one !== column),
        },
      });
      const send = () =>
        requestEndpoint(kind.calls.updateItem, {
          params: { id: item.id },
          body: { cells: { [column]: text }, before: { [column]: before } },
        });
      const sending = (queues.current.get(item.id) ?? Promise.resolve()).then(send, send);
      queues.current.set(item.id, sending);
      try {
        const answer = (await sending) as RegistryRow;
        if (queues.current.get(item.id) !== sending) return;
        change(item.id, { of, item: answer });
        saved.current();
      } catch (thrown) {
        change(item.id, of === item ? null : { of, item });
        const error = asHttpError(thrown);
        if (theirsOf(error, column) !== null) saved.current();
        throw error;
      } finally {
        if (queues.current.get(item.id) === sending) queues.current.delete(item.id);
      }
    },
    [change, kind],
  );

  const settle = useCallback(async () => {
    await Promise.allSettled(queues.current.values());
  }, []);

  return useMemo(
    () => ({
      shown: <Item extends RegistryRow>(item: Item): Item => {
        const known = edited.get(item.id);
        return known && (known.of === item || known.item === item) ? (known.item as Item) : item;
      },
      save,
      settle,
    }),
    [edited, save, settle],
  );
}

/** What another person wrote into the cell meanwhile; `null` for any other refusal. */
export function theirsOf({ details }: ConsoleHttpError, column: string): string | null {
  return details["column"] === column && typeof details["text"] === "string"
    ? details["text"]
    : null;
}

/** Prefers the field's message. */
export function cellMessage(error: ConsoleHttpError, column: string): string {
  const own =
    error.errors?.[`cells.${column}`] ??
    error.errors?.[column] ??
    Object.values(error.errors ?? {}).flat();
  return own.length > 0 ? own.join(". ") : splitMessage(error.message).title;
}
