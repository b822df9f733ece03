import type { Loosening } from "#contract/approvals/loosening.ts";
import type { AnswerOf, Endpoint } from "#contract/kernel/define-endpoints.ts";
import type { CallInput } from "#web/calls/call-endpoint.ts";
import { ActionModal } from "./action-modal.tsx";
import { LOOSENING_REASON, looseningCode } from "./loosening.ts";

interface LooseningModalProps<E extends Endpoint> {
  readonly endpoint: E;
  /** «Предел приёмки станет больше». */
  readonly what: string;
  readonly loosening: Loosening;
  readonly input: (otp: string) => CallInput<E>;
  readonly done?: string;
  readonly onDone: (answer: AnswerOf<E>) => void;
  readonly onClose: () => void;
}

export function LooseningModal<E extends Endpoint>({
  what,
  loosening,
  input,
  ...action
}: LooseningModalProps<E>) {
  return (
    <ActionModal
      {...action}
      title="Ослабить правило?"
      sentence={`${what}. ${LOOSENING_REASON}`}
      submitTitle="Ослабить правило"
      code={looseningCode(loosening)}
      input={({ otp = "" }) => input(otp)}
    />
  );
}
