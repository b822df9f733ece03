import { useCallback, useEffect, useRef, useState } from "react";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { productNow } from "#web/live/product-clock.ts";
import type {
  PreviewAnswer,
  PreviewHead,
  PreviewQuestion,
  PreviewRow,
  PreviewTotals,
} from "./preview-messages.ts";

export interface Preview {
  readonly phase: "idle" | "reading" | "done" | "failed";
  readonly head: PreviewHead | null;
  readonly firstRows: readonly PreviewRow[];
  readonly totals: PreviewTotals | null;
  /** Why there is no preview; `isFinal` if the server would refuse the file too. */
  readonly failure: { readonly message: string; readonly isFinal: boolean } | null;
}

const IDLE: Preview = { phase: "idle", head: null, firstRows: [], totals: null, failure: null };

interface PreviewControls {
  readonly preview: Preview;
  readonly open: (file: Blob, isPasted: boolean) => void;
  readonly clear: () => void;
  readonly readRows: (
    from: number,
    count: number,
    onlyWithFindings: boolean,
  ) => Promise<readonly PreviewRow[]>;
}

/** Parses the chosen file in a web worker, which lives as long as the screen. */
export function usePreview(kind: RegistryKindName): PreviewControls {
  const [preview, setPreview] = useState(IDLE);
  const worker = useRef<Worker | null>(null);
  const openId = useRef(0);
  const requests = useRef(new Map<number, (rows: readonly PreviewRow[]) => void>());
  const requestCount = useRef(0);

  const handleAnswer = useCallback((message: PreviewAnswer) => {
    if (message.openId !== openId.current) return;
    if (message.kind === "window") {
      requests.current.get(message.requestId)?.(message.rows);
      requests.current.delete(message.requestId);
    } else if (message.kind === "failed")
      setPreview({ ...IDLE, phase: "failed", failure: message });
    else if (message.kind === "head")
      setPreview({
        ...IDLE,
        phase: "reading",
        head: message.head,
        firstRows: message.rows,
        totals: message.totals,
      });
    else
      setPreview((before) => ({
        ...before,
        totals: message.totals,
        phase: message.isDone ? "done" : "reading",
      }));
  }, []);

  const start = useCallback((): Worker => {
    if (worker.current) return worker.current;
    const started = new Worker(new URL("./preview-worker.ts", import.meta.url), { type: "module" });
    started.addEventListener("message", ({ data }: MessageEvent<PreviewAnswer>) =>
      handleAnswer(data),
    );
    worker.current = started;
    return started;
  }, [handleAnswer]);

  useEffect(() => {
    start();
    return () => {
      worker.current?.terminate();
      worker.current = null;
    };
  }, [start]);

  const ask = useCallback((question: PreviewQuestion) => start().postMessage(question), [start]);

  const open = useCallback(
    (file: Blob, isPasted: boolean) => {
      openId.current += 1;
      requests.current.clear();
      setPreview({ ...IDLE, phase: "reading" });
      ask({
        kind: "open",
        openId: openId.current,
        registry: kind,
        file,
        today: moscowDate(productNow()),
        isPasted,
      });
    },
    [ask, kind],
  );
  const clear = useCallback(() => {
    openId.current += 1;
    setPreview(IDLE);
  }, []);
  const readRows = useCallback(
    (from: number, count: number, onlyWithFindings: boolean) =>
      new Promise<readonly PreviewRow[]>((resolve) => {
        requestCount.current += 1;
        const requestId = requestCount.current;
        requests.current.set(requestId, resolve);
        ask({ kind: "window", openId: openId.current, requestId, from, count, onlyWithFindings });
      }),
    [ask],
  );
  return { preview, open, clear, readRows };
}
