import { useCallback, useEffect, useRef, useState } from "react";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollDryRun } from "#contract/registries/payroll-registry.ts";
import type { ExecutionMode } from "#contract/registries/registry-states.ts";
import { asHttpError } from "#web/wire/http-error.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";

interface DryRun {
  readonly result: PayrollDryRun | null;
  readonly message: string | null;
  readonly isRunning: boolean;
  /** The tax service has not answered yet. */
  readonly isWaiting: boolean;
  readonly run: (mode: ExecutionMode) => Promise<void>;
}

const AGAIN_MS = 1500;

/** An older response never replaces a newer one. */
export function useDryRun(registryId: number): DryRun {
  const [result, setResult] = useState<PayrollDryRun | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const [askedMode, setAskedMode] = useState<ExecutionMode | null>(null);
  const turn = useRef(0);
  const run = useCallback(
    async (mode: ExecutionMode) => {
      turn.current += 1;
      const mine = turn.current;
      setIsRunning(true);
      setAskedMode(mode);
      setMessage(null);
      try {
        const answer = await requestEndpoint(payrollRegistryEndpoints.dryRun, {
          params: { id: registryId },
          body: { mode },
        });
        if (mine === turn.current) setResult(answer);
      } catch (thrown) {
        if (mine === turn.current) setMessage(asHttpError(thrown).message);
      } finally {
        if (mine === turn.current) setIsRunning(false);
      }
    },
    [registryId],
  );
  const isWaiting = result?.taxCheck.isWaiting === true && message === null;
  useEffect(() => {
    if (!isWaiting || isRunning || askedMode === null) return undefined;
    const timer = setTimeout(() => void run(askedMode), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, isRunning, askedMode, run]);
  return { result, message, isRunning, isWaiting, run };
}
