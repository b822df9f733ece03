import { keys, pickDataProvider, ResourceContext } from "@refinedev/core";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useCallback, useContext, useEffect } from "react";
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
  /** No response yet, also while there is no connection. */
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  readonly reload: () => void;
}

/**
 * Reads that are read again with another resource than their noun: what a worker sees changes with
 * his notices, and his profile with himself; what waits for a company, with all that can wait.
 */
const READ_WITH: Readonly<Record<string, string>> = {
  "accounts.summary": "account-summary",
  "destinations.stop": "workman-wallet",
  "mass-arbitrate.importErrors": "mass-arbitrate-imports",
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
  const query = useQuery({
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
  const { error } = query;
  const isSilent = options.silent ?? false;
  useEffect(() => {
    if (error && !isSilent) toastError(asHttpError(error));
  }, [error, isSilent]);
  return useReading(query, query.data as AnswerOf<E> | undefined);
}

/** What a screen needs of a query of React Query or of Refine. */
export function useReading<Answer>(
  {
    error,
    isLoading,
    isFetching,
    isPaused,
    isPending,
    refetch,
  }: Pick<
    UseQueryResult<unknown, unknown>,
    "error" | "isLoading" | "isFetching" | "isPaused" | "isPending" | "refetch"
  >,
  data: Answer | undefined,
): Reading<Answer> {
  return {
    data,
    error: error ? asHttpError(error) : null,
    isLoading: isLoading || (isPaused && isPending),
    isFetching,
    reload: useCallback(() => void refetch(), [refetch]),
  };
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
