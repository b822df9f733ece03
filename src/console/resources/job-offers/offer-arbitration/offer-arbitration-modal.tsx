import type { ModalControls, ModalProps } from "#console/providers/modal-catalogue.ts";
import { OpenStep } from "./open-step.tsx";

/** A change of the payout. */
export default function OfferArbitrationModal({ offerId, ...controls }: ModalProps["offer-arbitration"] & ModalControls) {
  return <OpenStep offerId={offerId} {...controls} />;
}
