import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { AcceptStep, DeclineStep } from "./answer-step.tsx";
import { OpenStep } from "./open-step.tsx";

/** The company proposes a payout, the worker answers. */
export default function OfferArbitrationModal({
  step,
  ...modal
}: ModalProps["offer-arbitration"] & ModalControls) {
  if (step === "accept") return <AcceptStep {...modal} />;
  return step === "decline" ? <DeclineStep {...modal} /> : <OpenStep {...modal} />;
}
