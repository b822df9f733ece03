import { useCallback } from "react";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { ExecutionMode } from "#contract/registries/registry-states.ts";
import { requestEndpoint } from "#console/providers/data/request-endpoint.ts";
import { toast } from "#console/providers/toasts.ts";
import { useCodedAction, type CodedAction } from "#console/ui/use-coded-action.ts";

interface Execution extends CodedAction {
  readonly sendCode: (version: number, mode: ExecutionMode) => Promise<void>;
  readonly execute: (version: number, mode: ExecutionMode, otp: string) => Promise<void>;
}

/** The two calls of a payout: the code, and the confirmation by it. */
export function useExecution(registryId: number, onDone: () => void): Execution {
  const action = useCodedAction();
  const { send, confirm } = action;
  const sendCode = useCallback(
    (version: number, mode: ExecutionMode) => send(() => requestEndpoint(payrollRegistryEndpoints.sendExecuteCode, { params: { id: registryId }, body: { version, mode } })),
    [send, registryId],
  );
  const execute = useCallback(
    (version: number, mode: ExecutionMode, otp: string) =>
      confirm(async (idempotencyKey) => {
        const { state } = await requestEndpoint(payrollRegistryEndpoints.execute, { params: { id: registryId }, body: { version, mode, otp }, idempotencyKey });
        toast({ type: "success", message: state.id === "APPROVAL" ? "Реестр отправлен на согласование" : "Выплата подтверждена" });
        onDone();
      }),
    [confirm, registryId, onDone],
  );
  return { ...action, sendCode, execute };
}
