import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { countOf } from "#contract/values/plural.ts";

const REVIEWS = ["отзыв", "отзыва", "отзывов"] as const;

/** «4,8 (12 отзывов)»; `null` without reviews. */
export function ratingOf({ rating, reviewsCount }: JobOffer["workman"]): string | null {
  return rating === null
    ? null
    : `${rating.toLocaleString("ru-RU", { minimumFractionDigits: 1 })} (${countOf(reviewsCount, REVIEWS)})`;
}

export function endReasonOf({
  rejectReason,
  rejectComment,
  declineReason,
  declineComment,
}: JobOffer): string | null {
  const [reason, comment] = rejectReason
    ? [rejectReason.title, rejectComment]
    : [declineReason?.title, declineComment];
  return [reason, comment].filter(Boolean).join(". ") || null;
}
