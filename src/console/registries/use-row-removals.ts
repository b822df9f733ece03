import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { asHttpError } from "#web/wire/http-error.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { toastError } from "#console/calls/use-endpoint.ts";
import { closeToast, toast } from "#web/ui/toasts.ts";
import type { RegistryKind, RegistryRow } from "./registry-kind.ts";

/** No request if undone. Source: `experience.md` goal 12. */
const UNDO_MS = 5000;

export interface RowRemovals {
  readonly isHidden: (id: number) => boolean;
  readonly remove: (item: RegistryRow) => void;
  readonly flush: () => Promise<void>;
}

/** Hidden at once, deleted unless undone. */
export function useRowRemovals(kind: RegistryKind, onRemoved: () => void): RowRemovals {
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const waiting = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const removed = useRef(onRemoved);
  useLayoutEffect(() => {
    removed.current = onRemoved;
  });

  const show = useCallback(
    (id: number) => setHidden((before) => new Set([...before].filter((one) => one !== id))),
    [],
  );
  const send = useCallback(
    async (id: number) => {
      clearTimeout(waiting.current.get(id));
      waiting.current.delete(id);
      closeToast(toastKey(id));
      try {
        await requestEndpoint(kind.calls.deleteItem, { params: { id } });
        removed.current();
      } catch (thrown) {
        toastError(asHttpError(thrown));
        show(id);
      }
    },
    [show, kind],
  );
  const flush = useCallback(async () => {
    await Promise.all([...waiting.current.keys()].map(send));
  }, [send]);
  // Leaving the page does not undo.
  useEffect(() => () => void flush(), [flush]);

  const remove = useCallback(
    ({ id, line }: RegistryRow) => {
      setHidden((before) => new Set([...before, id]));
      waiting.current.set(
        id,
        setTimeout(() => void send(id), UNDO_MS),
      );
      const undo = () => {
        clearTimeout(waiting.current.get(id));
        waiting.current.delete(id);
        closeToast(toastKey(id));
        show(id);
      };
      toast({
        type: "info",
        key: toastKey(id),
        message: `Строка ${line} удалена`,
        durationMs: UNDO_MS,
        action: { title: "Вернуть", run: undo },
      });
    },
    [send, show],
  );
  return useMemo(
    () => ({ isHidden: (id: number) => hidden.has(id), remove, flush }),
    [hidden, remove, flush],
  );
}

function toastKey(id: number): string {
  return `row-removal-${id}`;
}
