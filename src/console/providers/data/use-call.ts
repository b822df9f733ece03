import { useCallback, useRef, useState } from "react";
import type { AnswerOf, Endpoint } from "#contract/http/define-endpoints.ts";
import { splitMessage } from "#console/format/message.ts";
import { toast } from "#console/providers/toasts.ts";
import { callEndpoint, type CallInput } from "./call-endpoint.ts";
import { asHttpError, type ConsoleHttpError } from "./http-error.ts";

/** A call of a site page that changes something. */
export interface Call<E extends Endpoint> {
  /** @throws ConsoleHttpError, kept in `problem` as well. */
  readonly run: (input?: CallInput<E>) => Promise<AnswerOf<E>>;
  readonly isRunning: boolean;
  /** Why the last one was refused; the window shows it. */
  readonly problem: ConsoleHttpError | null;
}

/**
 * What `useAction` is in the cabinet, without React Query and axios: a second press joins the
 * first, and a call that moves money keeps one `Idempotency-Key` until the server has given a
 * definite answer.
 *
 * @param done - toast after success.
 */
export function useCall<E extends Endpoint>(endpoint: E, done: string): Call<E> {
  const key = useRef<{ intent: string; value: string } | null>(null);
  const running = useRef<Promise<AnswerOf<E>> | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const [problem, setProblem] = useState<ConsoleHttpError | null>(null);
  const run = useCallback(
    (input: CallInput<E> = {}): Promise<AnswerOf<E>> => {
      if (running.current) return running.current;
      const intent = JSON.stringify([input.params, input.query, input.body]);
      if (key.current?.intent !== intent) key.current = { intent, value: crypto.randomUUID() };
      const started = callEndpoint(endpoint, { ...input, idempotencyKey: key.current.value })
        .then(
          (answer) => {
            key.current = null;
            toast({ type: "success", message: done });
            return answer;
          },
          (thrown: unknown) => {
            const error = asHttpError(thrown);
            if (error.statusCode < 500) key.current = null;
            setProblem(error);
            throw error;
          },
        )
        .finally(() => {
          running.current = null;
          setIsRunning(false);
        });
      running.current = started;
      setIsRunning(true);
      setProblem(null);
      return started;
    },
    [endpoint, done],
  );
  return { run, isRunning, problem };
}

/** The sentence of a refusal for a window; what stands under fields already is left out. */
export function problemText(
  problem: ConsoleHttpError | null,
  fields: readonly string[] = [],
): string | null {
  if (!problem) return null;
  const unshown = Object.entries(problem.errors ?? {}).flatMap(([field, messages]) =>
    fields.includes(field) ? [] : messages,
  );
  if (problem.errors && Object.keys(problem.errors).length > 0)
    return unshown.length > 0 ? unshown.join(". ") : null;
  return splitMessage(problem.message).title;
}
