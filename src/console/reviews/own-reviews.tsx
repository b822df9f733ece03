import type { ReactNode } from "react";
import type { QueryOf } from "#contract/kernel/define-endpoints.ts";
import { reviewEndpoints } from "#contract/reviews/review-endpoints.ts";
import { ActionsMenu } from "#console/kit/row-actions.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import type { ReviewSubject } from "#web/reviews/review-list.tsx";
import { REVIEWS_PER_PAGE, reviewLineOf, ReviewList } from "#web/reviews/review-list.tsx";
import { REVIEWS } from "./review-lists.ts";
import { useReviewCommands } from "./use-review-commands.tsx";

interface OwnReviewListProps {
  readonly about: ReviewSubject;
  readonly subjectId: number;
  readonly page: number;
  /** Public reviews, until the person's own view has loaded. */
  readonly fallback: ReactNode;
}

/** Adds commands: answer, complain, edit. */
export default function OwnReviewList({ about, subjectId, page, fallback }: OwnReviewListProps) {
  const { data } = useReviews(about, subjectId, page);
  const commandsOf = useReviewCommands(about);
  if (!data) return fallback;
  const byId = new Map(data.items.map((review) => [review.id, review]));
  const commands = (id: number) => {
    const review = byId.get(id);
    return review ? (
      <ActionsMenu
        name={`отзыв от ${reviewLineOf(review, about).author.name}`}
        actions={commandsOf(review)}
      />
    ) : null;
  };
  return (
    <ReviewList
      reviews={data.items.map((review) => reviewLineOf(review, about))}
      commands={commands}
    />
  );
}

function useReviews(about: ReviewSubject, subjectId: number, page: number) {
  const options = { resource: REVIEWS, silent: true } as const;
  const query: Pick<QueryOf<typeof reviewEndpoints.accountList>, "page" | "perPage"> = {
    page,
    perPage: REVIEWS_PER_PAGE,
  };
  const ofAccount = useRead(
    reviewEndpoints.accountList,
    { query: { ...query, accountID: subjectId } },
    { ...options, enabled: about === "account" },
  );
  const ofWorkman = useRead(
    reviewEndpoints.workmanList,
    { query: { ...query, workmanID: subjectId } },
    { ...options, enabled: about === "workman" },
  );
  return about === "account" ? ofAccount : ofWorkman;
}
