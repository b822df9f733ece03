import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { AnswerOf, Endpoint, ParamsOf, QueryOf } from "#contract/kernel/define-endpoints.ts";
import { toast } from "#web/ui/toasts.ts";
import type { CallInput } from "#web/calls/call-endpoint.ts";
import { asHttpError, type ConsoleHttpError } from "#web/wire/http-error.ts";
import { downloadEndpoint, pathOf, requestEndpoint } from "./request-endpoint.ts";

interface ReadOptions {
  readonly enabled?: boolean;
  /** Live events of this Refine resource read it again. */
  readonly resource?: string;
  /** `true`: the screen shows the failure itself, no toast. */
  readonly silent?: boolean;
  readonly staleTimeMs?: number;
  readonly refetchIntervalMs?: number | false;
}

/** Answer of a reading call, cached by React Query under its address. */
export interface Reading<Answer> {
  readonly data: Answer | undefined;
  readonly error: ConsoleHttpError | null;
  /** The first answer is still under way. */
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  readonly reload: () => void;
}

/**
 * Reads one call that is neither a list nor a record of a Refine resource: totals, progress, a
 * preference. On Refine's own query client and axios instances, but not by its `useCustom`: that
 * looks for a resource in the address and prepares a redirect for each of the many readers a page
 * has (performance.md C3).
 */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: { params?: ParamsOf<E>; query?: QueryOf<E> } = {},
  options: ReadOptions = {},
): Reading<AnswerOf<E>> {
  const { data, error, isLoading, isFetching, refetch } = useQuery({
    queryKey: [
      "custom",
      endpoint.base,
      pathOf(endpoint, input.params as Record<string, string | number>),
      input.query,
    ],
    queryFn: ({ signal }) => requestEndpoint(endpoint, input as CallInput<E>, { signal }),
    enabled: options.enabled,
    staleTime: options.staleTimeMs,
    refetchInterval: options.refetchIntervalMs,
    meta: { liveResource: options.resource },
  });
  const isSilent = options.silent ?? false;
  useEffect(() => {
    if (error && !isSilent) toastError(asHttpError(error));
  }, [error, isSilent]);
  return {
    data: data as AnswerOf<E> | undefined,
    error: error ? asHttpError(error) : null,
    isLoading,
    isFetching,
    reload: () => void refetch(),
  };
}

interface ActionOptions<E extends Endpoint> {
  /** Toast after success; none without it. */
  readonly done?: string | ((answer: AnswerOf<E>) => string);
  /**
   * `true`: the caller shows every failure itself. A 422 that nobody shows under fields becomes a
   * toast otherwise.
   */
  readonly silent?: boolean;
}

/** A call that changes something. */
export interface Action<E extends Endpoint> {
  /**
   * @param onSent - share of an upload that has been sent, 0 to 1.
   * @throws ConsoleHttpError after the toast, so that the caller stops.
   */
  readonly run: (input?: CallInput<E>, onSent?: (share: number) => void) => Promise<AnswerOf<E>>;
  readonly isRunning: boolean;
}

/**
 * A mutation of the contract with its toasts. A call that moves money keeps one `Idempotency-Key`
 * until the server has given a definite answer: a repeated press after a lost connection repeats
 * the same intent and cannot pay twice.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  options: ActionOptions<E> = {},
): Action<E> {
  const key = useRef<{ intent: string; value: string } | null>(null);
  const running = useRef<Promise<AnswerOf<E>> | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const { done: doneText, silent } = options;

  const run = useCallback(
    (input: CallInput<E> = {}, onSent?: (share: number) => void): Promise<AnswerOf<E>> => {
      // Two presses within one frame are one intent: the second gets the first one's answer.
      if (running.current) return running.current;
      const intent = JSON.stringify([input.params, input.query, input.body]);
      if (key.current?.intent !== intent) key.current = { intent, value: crypto.randomUUID() };
      const started = requestEndpoint(
        endpoint,
        { ...input, idempotencyKey: key.current.value },
        { onSent },
      ).then(
        (answer) => {
          key.current = null;
          const text = typeof doneText === "function" ? doneText(answer) : doneText;
          if (text) toast({ type: "success", message: text });
          return answer;
        },
        (thrown: unknown) => {
          const error = asHttpError(thrown);
          if (error.statusCode < 500) key.current = null;
          if (!silent) toastError(error);
          throw error;
        },
      );
      running.current = started;
      setIsRunning(true);
      const settle = () => {
        running.current = null;
        setIsRunning(false);
      };
      started.then(settle, settle);
      return started;
    },
    [endpoint, doneText, silent],
  );
  return { run, isRunning };
}

/** A file to download by a button; failures become toasts. */
export function useDownload<E extends Endpoint>(
  endpoint: E,
): (input?: CallInput<E>) => Promise<void> {
  return useCallback(
    async (input) => {
      try {
        await downloadEndpoint(endpoint, input);
      } catch (thrown) {
        toastError(asHttpError(thrown));
      }
    },
    [endpoint],
  );
}

/**
 * Shows a failure by the error catalogue; the messages of a 422 are shown as they are, without
 * field names.
 */
export function toastError(error: ConsoleHttpError): void {
  const fields = Object.values(error.errors ?? {}).flat();
  toast({
    type: "error",
    message: fields.length > 0 ? fields.slice(0, 3).join(". ") : error.message,
  });
}
