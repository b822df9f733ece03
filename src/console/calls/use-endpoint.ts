import { keys, pickDataProvider, ResourceContext } from "@refinedev/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useContext, useEffect, useRef, useState } from "react";
import {
  nounOf,
  type AnswerOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
} from "#contract/kernel/define-endpoints.ts";
import { toast } from "#web/ui/toasts.ts";
import type { CallInput } from "#web/calls/call-endpoint.ts";
import { asHttpError, type ConsoleHttpError } from "#web/wire/http-error.ts";
import { downloadEndpoint, pathOf, requestEndpoint } from "./request-endpoint.ts";

interface ReadOptions {
  /** A journal is read again with its record. */
  readonly resource?: string;
  readonly enabled?: boolean;
  /** No toast: the screen shows the failure. */
  readonly silent?: boolean;
  readonly staleTimeMs?: number;
  readonly refetchIntervalMs?: number | false;
}

/** Cached by React Query under the URL. */
export interface Reading<Answer> {
  readonly data: Answer | undefined;
  readonly error: ConsoleHttpError | null;
  /** No response yet. */
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  readonly reload: () => void;
}

/**
 * Reads that are read again with another resource than their noun: what a worker sees changes with
 * his notices, and his profile with himself.
 */
const READ_WITH: Readonly<Record<string, string>> = {
  "destinations.stop": "workman-wallet",
  "mass-arbitrate.importErrors": "mass-arbitrate-imports",
  "mass-arbitrate.importInfo": "mass-arbitrate-imports",
  "mass-arbitrate.importProgress": "mass-arbitrate-imports",
  "notices.settings": "notice-settings",
  "payouts.income": "notices",
  "transactions.list": "notices",
  "transactions.pockets": "workman-wallet",
  "urgent.ofWorkman": "notices",
  "workman-registration.profile": "workman",
  "workman-registration.steps": "workman",
  "workman-taxes.binding": "workman",
  "workman-taxes.taxes": "notices",
  "workmen.employmentList": "notices",
  "workmen.info": "employees",
  "workmen.myInfo": "workman",
};

/**
 * For endpoints that are no list or record. Under Refine's keys, so that `invalidates` and live
 * events reach it; not `useCustom`, which resolves a resource for each reader (performance.md C3).
 */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: { params?: ParamsOf<E>; query?: QueryOf<E> } = {},
  options: ReadOptions = {},
): Reading<AnswerOf<E>> {
  const { resources } = useContext(ResourceContext);
  const resource = options.resource ?? READ_WITH[endpoint.id] ?? nounOf(endpoint);
  const { data, error, isLoading, isFetching, refetch } = useQuery({
    queryKey: [
      ...keys()
        .data(pickDataProvider(resource, undefined, resources))
        .resource(resource)
        .get(),
      "custom",
      pathOf(endpoint, input.params as Record<string, string | number>),
      input.query,
    ],
    queryFn: ({ signal }) => requestEndpoint(endpoint, input as CallInput<E>, { signal }),
    enabled: options.enabled,
    staleTime: options.staleTimeMs,
    refetchInterval: options.refetchIntervalMs,
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
  /** Success toast. */
  readonly done?: string | ((answer: AnswerOf<E>) => string);
  /** Otherwise failures become toasts, a 422 included. */
  readonly silent?: boolean;
}

export interface Action<E extends Endpoint> {
  /**
   * @param onSent - share uploaded, 0 to 1.
   * @throws ConsoleHttpError after the toast, to stop the caller.
   */
  readonly run: (input?: CallInput<E>, onSent?: (share: number) => void) => Promise<AnswerOf<E>>;
  readonly isRunning: boolean;
}

export function useAction<E extends Endpoint>(
  endpoint: E,
  options: ActionOptions<E> = {},
): Action<E> {
  const running = useRef<Promise<AnswerOf<E>> | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const { done: doneText, silent } = options;

  const run = useCallback(
    (input: CallInput<E> = {}, onSent?: (share: number) => void): Promise<AnswerOf<E>> => {
      // Two presses in one frame share a request.
      if (running.current) return running.current;
      const started = requestEndpoint(endpoint, input, { onSent }).then(
        (answer) => {
          const text = typeof doneText === "function" ? doneText(answer) : doneText;
          if (text) toast({ type: "success", message: text });
          return answer;
        },
        (thrown: unknown) => {
          const error = asHttpError(thrown);
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

export function toastError(error: ConsoleHttpError): void {
  const fields = Object.values(error.errors ?? {}).flat();
  toast({
    type: "error",
    message: fields.length > 0 ? fields.slice(0, 3).join(". ") : error.message,
  });
}
