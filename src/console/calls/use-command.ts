import { useCustomMutation, type BaseRecord } from "@refinedev/core";
import { useCallback, useEffect, useRef } from "react";
import { nounOf, type AnswerOf, type Endpoint } from "#contract/kernel/define-endpoints.ts";
import type { CallInput } from "#web/calls/call-endpoint.ts";
import { toast } from "#web/ui/toasts.ts";
import { asHttpError, type ConsoleHttpError } from "#web/wire/http-error.ts";
import { Call } from "./call.ts";
import { requestEndpoint } from "./request-endpoint.ts";
import { toastError } from "./use-endpoint.ts";
import { useReadAgain } from "./use-read-again.ts";

interface CommandOptions<E extends Endpoint> {
  /** Success toast. */
  readonly done?: string | ((answer: AnswerOf<E>) => string);
  /** Resources to read again, the noun of the endpoint by default. */
  readonly changes?: readonly string[];
  /** Instead of a toast. */
  readonly onRefused?: (error: ConsoleHttpError) => void;
}

type Run<E extends Endpoint> = (
  input?: CallInput<E>,
  onSent?: (share: number) => void,
) => Promise<AnswerOf<E> | null>;

export interface Command<E extends Endpoint> {
  /**
   * The same function in all renders.
   *
   * @param onSent - share uploaded, 0 to 1.
   * @returns `null` after a refusal, of which the person has been told.
   */
  readonly run: Run<E>;
  readonly isRunning: boolean;
}

/**
 * A button's command, on Refine's `useCustomMutation`. One for a screen, never one for a row: each
 * observes its mutation.
 */
export function useCommand<E extends Endpoint>(
  endpoint: E,
  { done, changes = [nounOf(endpoint)], onRefused = toastError }: CommandOptions<E> = {},
): Command<E> {
  const { mutateAsync, mutation } = useCustomMutation<AnswerOf<E> & BaseRecord, ConsoleHttpError>();
  const readAgain = useReadAgain();
  const send: Run<E> = async (input = {}, onSent) => {
    try {
      const { data } = await mutateAsync({
        url: "",
        method: "post",
        values: {},
        meta: { call: new Call(() => requestEndpoint(endpoint, input, { onSent })) },
        successNotification: false,
        errorNotification: false,
      });
      const message = typeof done === "function" ? done(data) : done;
      if (message) toast({ type: "success", message });
      readAgain(changes);
      return data;
    } catch (thrown) {
      onRefused(asHttpError(thrown));
      return null;
    }
  };
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  const running = useRef<ReturnType<Run<E>>>(null);
  const run: Run<E> = useCallback((input, onSent) => {
    // Two presses in one frame share a request.
    running.current ??= latest.current(input, onSent).finally(() => {
      running.current = null;
    });
    return running.current;
  }, []);
  return { run, isRunning: mutation.isPending };
}
