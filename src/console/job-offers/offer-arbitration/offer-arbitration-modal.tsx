import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { AcceptStep, DeclineStep } from "./answer-step.tsx";
import { OpenStep } from "./open-step.tsx";

/** The company proposes a payout, the worker answers. */
export default function OfferArbitrationModal({ step, ...offer }: ModalProps["offer-arbitration"]) {
  if (step === "accept") return <AcceptStep {...offer} />;
  return step === "decline" ? <DeclineStep {...offer} /> : <OpenStep {...offer} />;
}
