import { useCallback, useRef, useState } from "react";
import type { CodeSent } from "#contract/auth/session.ts";
import type { Static } from "typebox";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { ExecutionMode } from "#contract/registries/registry-states.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { requestEndpoint } from "#console/providers/data/request-endpoint.ts";
import { toast } from "#console/providers/toasts.ts";
import { detailOf } from "./problem-details.ts";
import { useSecondsUntil } from "./use-seconds-until.ts";

/** A longer wait is told in words. */
const LONGEST_WAIT_SECONDS = 120;

interface Execution {
  readonly code: Static<typeof CodeSent> | null;
  readonly sentCount: number;
  /** Messages under the code. */
  readonly codeErrors: readonly string[];
  /** Every other refusal. */
  readonly message: string | null;
  readonly isBusy: boolean;
  /** Seconds until a code may be asked for; 0 when it may be now. */
  readonly waitSeconds: number;
  readonly sendCode: (version: number, mode: ExecutionMode) => Promise<void>;
  readonly execute: (version: number, mode: ExecutionMode, otp: string) => Promise<void>;
}

/**
 * The two calls of a payout. One opened dialog is one intent: its `Idempotency-Key` stays the same however often the button is
 * pressed or the connection lost, and a press while a call is under way does nothing.
 */
export function useExecution(registryId: number, onDone: () => void): Execution {
  const [key] = useState(() => crypto.randomUUID());
  const [code, setCode] = useState<Static<typeof CodeSent> | null>(null);
  const [sentCount, setSentCount] = useState(0);
  const [codeErrors, setCodeErrors] = useState<readonly string[]>([]);
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [waitUntil, setWaitUntil] = useState(0);
  const waitSeconds = useSecondsUntil(waitUntil);
  const running = useRef(false);

  const only = useCallback(async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setIsBusy(true);
    setMessage(null);
    setCodeErrors([]);
    try {
      await work();
    } catch (thrown) {
      const error = asHttpError(thrown);
      const ofCode = error.errors?.otp;
      const wait = Number(detailOf(error, "retryAfterSeconds"));
      if (ofCode) setCodeErrors(ofCode);
      else if (error.statusCode === 429 && wait > 0 && wait < LONGEST_WAIT_SECONDS) setWaitUntil(Date.now() + wait * 1000);
      else setMessage(Object.values(error.errors ?? {}).flat().join(". ") || (error.message.split("\n")[0] ?? error.message));
    } finally {
      running.current = false;
      setIsBusy(false);
    }
  }, []);

  const sendCode = useCallback(
    (version: number, mode: ExecutionMode) =>
      only(async () => {
        setCode(await requestEndpoint(payrollRegistryEndpoints.sendExecuteCode, { params: { id: registryId }, body: { version, mode } }));
        setSentCount((count) => count + 1);
      }),
    [only, registryId],
  );
  const execute = useCallback(
    (version: number, mode: ExecutionMode, otp: string) =>
      only(async () => {
        const { state } = await requestEndpoint(payrollRegistryEndpoints.execute, { params: { id: registryId }, body: { version, mode, otp }, idempotencyKey: key });
        toast({ type: "success", message: state.id === "APPROVAL" ? "Реестр отправлен на согласование" : "Выплата подтверждена" });
        onDone();
      }),
    [only, registryId, key, onDone],
  );
  return { code, sentCount, codeErrors, message, isBusy, waitSeconds, sendCode, execute };
}
