import { PageLink } from "#console/ui/page-link.tsx";
import type { ListMeta } from "#contract/http/paging.ts";
import type { Review } from "#contract/reviews/review.ts";
import { formatDay } from "#console/format/dates.ts";
import { LightPager } from "#console/ui/light/light-pager.tsx";
import { StarRating } from "#console/ui/light/star-rating.tsx";
import "#console/ui/light/light.css";
import "./review-lines.css";

/** Reviews are read below other things: fewer of them than lines of a list. */
export const REVIEWS_PER_PAGE = 10;

/** What a page shows of a review. */
export interface ReviewLine {
  readonly id: number;
  readonly author: { readonly name: string; readonly path: string };
  readonly score: number;
  readonly text: string;
  readonly createdAt: string;
  /** State of one's own review that others do not see yet; `null` for a published one. */
  readonly ownState: string | null;
}

/** @param about - whom the review is of: the other side has written it. */
export function reviewLineOf({ id, account, workman, score, text, createdAt, state }: Review, about: "account" | "workman"): ReviewLine {
  const author = about === "account" ? { name: workman.name, path: `/workmans/${workman.id}` } : { name: account.companyDetailsName, path: `/accounts/${account.id}` };
  return { id, author, score, text, createdAt, ownState: state.id === "PUBLISHED" ? null : state.title };
}

interface ReviewLinesProps {
  readonly reviews: readonly ReviewLine[];
  readonly meta: ListMeta;
}

/** Reviews of a customer or a worker, the newest first. */
export function ReviewLines({ reviews, meta }: ReviewLinesProps) {
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews" tabIndex={-1}>Отзывы</h2>
      {reviews.length === 0 ? <p className="muted">Отзывов пока нет. Они появляются после завершённых заданий и проверки модератором.</p> : null}
      <ul className="plain-list review-list">
        {reviews.map(({ id, author, score, text, createdAt, ownState }) => (
          <li key={id}>
            <p className="review-head">
              <PageLink to={author.path}>{author.name}</PageLink>
              <StarRating rating={score} />
              <time className="muted" dateTime={createdAt}>
                {formatDay(createdAt)}
              </time>
              {ownState === null ? null : <span className="muted">{ownState}</span>}
            </p>
            <p className="review-text">{text}</p>
          </li>
        ))}
      </ul>
      <LightPager {...meta} label="Страницы отзывов" parameter="page" topId="reviews" />
    </section>
  );
}
