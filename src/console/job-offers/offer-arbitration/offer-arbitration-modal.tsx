import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { AcceptStep, DeclineStep } from "./answer-step.tsx";
import { OpenStep } from "./open-step.tsx";

/** Change of the payout: the company proposes, the worker accepts or declines. */
export default function OfferArbitrationModal({
  step,
  ...window
}: ModalProps["offer-arbitration"] & ModalControls) {
  if (step === "accept") return <AcceptStep {...window} />;
  return step === "decline" ? <DeclineStep {...window} /> : <OpenStep {...window} />;
}
