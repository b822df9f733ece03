import { Alert, Skeleton } from "antd";
import type { ReactNode } from "react";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { ChangedTerms } from "#console/kit/changed-terms.tsx";
import { useConsent } from "#console/kit/use-consent.ts";
import { useOffer } from "./use-offer.ts";

interface OfferModalProps {
  readonly offerId: number;
  /** As it was when the modal opened. */
  readonly children: (offer: JobOffer) => ReactNode;
}

/** Frozen during live updates: changed terms are shown before acceptance. */
export function OfferModal({ offerId, children }: OfferModalProps) {
  const { offer, hasFailed, isStale } = useOffer(offerId);
  const { shown, changes, review } = useConsent(
    isStale ? undefined : offer,
    (one) => one?.version ?? "",
  );
  if (hasFailed && !shown)
    return (
      <Alert
        type="error"
        showIcon
        message="Не удалось прочитать отклик"
        description="Закройте окно и повторите"
      />
    );
  if (!shown) return <Skeleton active />;
  return changes === null ? children(shown) : <ChangedTerms changes={changes} onReview={review} />;
}
