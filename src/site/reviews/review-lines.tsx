import { lazy } from "react";
import type { ListMeta } from "#contract/kernel/paging.ts";
import { ReviewList, type ReviewLine, type ReviewSubject } from "#web/reviews/review-list.tsx";
import { useSession } from "#web/session/session.ts";
import { ConsolePart } from "#web/ui/console-part.tsx";
import { SitePager } from "#web/ui/site-pager.tsx";

const OwnReviewList = lazy(() => import("#console/reviews/own-reviews.tsx"));

interface ReviewLinesProps {
  readonly about: ReviewSubject;
  readonly subjectId: number;
  readonly reviews: readonly ReviewLine[];
  readonly meta: ListMeta;
}

export function ReviewLines({ about, subjectId, reviews, meta }: ReviewLinesProps) {
  const { me } = useSession();
  const list = <ReviewList reviews={reviews} />;
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews" tabIndex={-1}>
        Отзывы
      </h2>
      {me ? (
        <ConsolePart fallback={list}>
          <OwnReviewList about={about} subjectId={subjectId} page={meta.page} fallback={list} />
        </ConsolePart>
      ) : (
        list
      )}
      <SitePager {...meta} label="Страницы отзывов" parameter="page" topId="reviews" />
    </section>
  );
}
