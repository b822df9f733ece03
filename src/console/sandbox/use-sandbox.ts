import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { asHttpError } from "#web/wire/http-error.ts";
import { toastError } from "#console/calls/use-endpoint.ts";
import { toast } from "#web/ui/toasts.ts";

const SANDBOX = "sandbox";

interface SandboxReading<Answer> {
  readonly data: Answer | undefined;
  readonly error: string | null;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** @param everyMs - polling interval while the tab is visible. */
export function useSandboxRead<Answer>(
  key: readonly string[],
  read: () => Promise<Answer>,
  everyMs?: number,
): SandboxReading<Answer> {
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: [SANDBOX, ...key],
    queryFn: read,
    refetchInterval: everyMs ?? false,
    staleTime: 0,
  });
  return {
    data,
    error: error ? asHttpError(error).message : null,
    isLoading,
    reload: () => void refetch(),
  };
}

/** The whole page: one event shows in several places. */
export function useSandboxReload(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries({ queryKey: [SANDBOX] }), [client]);
}

export function useSandboxAction(): (work: () => Promise<unknown>, done: string) => Promise<void> {
  const readAgain = useSandboxReload();
  return useCallback(
    async (work, done) => {
      try {
        await work();
        toast({ type: "success", message: done });
      } catch (thrown) {
        toastError(asHttpError(thrown));
      }
      readAgain();
    },
    [readAgain],
  );
}
