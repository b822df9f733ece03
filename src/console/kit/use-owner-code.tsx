import { useState, type ReactNode } from "react";
import type { Loosening } from "#contract/approvals/loosening.ts";
import type { AnswerOf, Endpoint } from "#contract/kernel/define-endpoints.ts";
import type { CallInput } from "#web/calls/call-endpoint.ts";
import { asHttpError } from "#web/wire/http-error.ts";
import { useAction } from "#console/calls/use-endpoint.ts";
import { LooseningModal } from "./loosening-modal.tsx";

interface Asked<E extends Endpoint> {
  /** The call, without the code and with it. */
  readonly input: (otp?: string) => CallInput<E>;
  /** If the owner's code may be needed: what for, «Предел приёмки станет больше». */
  readonly looser?: { readonly what: string; readonly loosening: Loosening };
}

/**
 * A call that may loosen a rule of the company: whether it takes the owner's code the server says, after it
 * has checked all else, so nobody fetches a code for a form that has mistakes.
 */
export function useOwnerCode<E extends Endpoint>(
  endpoint: E,
  { done, onDone }: { done?: string; onDone: (answer: AnswerOf<E>) => void },
): {
  readonly run: (asked: Asked<E>) => Promise<void>;
  readonly isRunning: boolean;
  readonly modal: ReactNode;
} {
  const { run, isRunning } = useAction(endpoint, { done, silent: true });
  const [asked, setAsked] = useState<Asked<E> | null>(null);
  const handleRun = async (next: Asked<E>) => {
    let answer: AnswerOf<E>;
    try {
      answer = await run(next.input());
    } catch (thrown) {
      if (!next.looser || asHttpError(thrown).code !== "otp_required") throw thrown;
      return setAsked(next);
    }
    onDone(answer);
  };
  const modal = asked?.looser ? (
    <LooseningModal
      {...asked.looser}
      endpoint={endpoint}
      input={asked.input}
      done={done}
      onDone={onDone}
      onClose={() => setAsked(null)}
    />
  ) : null;
  return { run: handleRun, isRunning, modal };
}
