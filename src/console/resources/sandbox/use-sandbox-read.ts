import { useCallback, useEffect, useState } from "react";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { toast } from "#console/providers/toasts.ts";

/** Reads once, and again on `reload` and every so often while the tab is seen. */
export function useSandboxRead<Answer>(read: () => Promise<Answer>, everyMs?: number): { data: Answer | null; error: string | null; reload: () => void; set: (answer: Answer) => void } {
  const [data, setData] = useState<Answer | null>(null);
  const [error, setError] = useState<string | null>(null);
  const reload = useCallback(() => {
    read().then(
      (answer) => (setData(answer), setError(null)),
      (thrown: unknown) => setError(asHttpError(thrown).message),
    );
  }, [read]);
  useEffect(() => {
    reload();
    if (!everyMs) return;
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), everyMs);
    return () => clearInterval(timer);
  }, [reload, everyMs]);
  return { data, error, reload, set: setData };
}

/** Runs a press of a button: the toast says what came of it. */
export async function runSandbox(work: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await work();
    toast({ type: "success", message: done });
  } catch (thrown) {
    const error = asHttpError(thrown);
    toast({ type: "error", message: Object.values(error.errors ?? {}).flat().join(". ") || error.message });
  }
}
