import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { AcceptStep, DeclineStep } from "./answer-step.tsx";
import { OpenStep } from "./open-step.tsx";

/** A change of the payout: the company proposes, the worker agrees or does not. */
export default function OfferArbitrationModal({
  step,
  ...modal
}: ModalProps["offer-arbitration"] & ModalControls) {
  if (step === "accept") return <AcceptStep {...modal} />;
  return step === "decline" ? <DeclineStep {...modal} /> : <OpenStep {...modal} />;
}
