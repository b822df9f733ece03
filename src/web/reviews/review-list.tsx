import type { ReactNode } from "react";
import { PageLink } from "#web/ui/page-link.tsx";
import type { Review } from "#contract/reviews/review.ts";
import { formatDay } from "#web/format/dates.ts";
import { StarRating } from "#web/ui/star-rating.tsx";
import "#web/ui/site.css";
import "./review-list.css";

/** Other content stands above. */
export const REVIEWS_PER_PAGE = 10;

/** The reviewed side. */
export type ReviewSubject = "account" | "workman";

export interface ReviewLine {
  readonly id: number;
  readonly author: { readonly name: string; readonly path: string };
  readonly score: number;
  readonly text: string;
  readonly createdAt: string;
  /** Set for one's own unpublished review. */
  readonly ownState: string | null;
  readonly reply: {
    readonly name: string;
    readonly text: string;
    readonly createdAt: string;
    readonly ownState: string | null;
  } | null;
}

/** @param about - the reviewed side. */
export function reviewLineOf(
  { id, account, workman, score, text, createdAt, state, reply }: Review,
  about: ReviewSubject,
): ReviewLine {
  const [author, subject] =
    about === "account"
      ? [{ name: workman.name, path: `/workmans/${workman.id}` }, account.companyDetailsName]
      : [{ name: account.companyDetailsName, path: `/accounts/${account.id}` }, workman.name];
  return {
    id,
    author,
    score,
    text,
    createdAt,
    ownState: ownStateOf(state),
    reply: reply && {
      name: subject,
      text: reply.text,
      createdAt: reply.createdAt,
      ownState: ownStateOf(reply.state),
    },
  };
}

function ownStateOf({ id, title }: Review["state"]): string | null {
  return id === "PUBLISHED" ? null : title;
}

interface ReviewListProps {
  readonly reviews: readonly ReviewLine[];
  readonly commands?: (id: number) => ReactNode;
}

export function ReviewList({ reviews, commands }: ReviewListProps) {
  if (reviews.length === 0)
    return (
      <p className="muted">
        Отзывов пока нет. Они появляются после завершённых заданий и проверки модератором.
      </p>
    );
  return (
    <ul className="plain-list review-list">
      {reviews.map(({ id, author, score, text, createdAt, ownState, reply }) => (
        <li key={id}>
          <p className="review-head">
            <PageLink to={author.path}>{author.name}</PageLink>
            <StarRating rating={score} />
            <Facts createdAt={createdAt} ownState={ownState} />
            {commands?.(id)}
          </p>
          <p className="review-text">{text}</p>
          {reply === null ? null : (
            <div className="review-reply">
              <p className="review-head">
                <b>Ответ: {reply.name}</b>
                <Facts createdAt={reply.createdAt} ownState={reply.ownState} />
              </p>
              <p className="review-text">{reply.text}</p>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Facts({ createdAt, ownState }: Pick<ReviewLine, "createdAt" | "ownState">) {
  return (
    <>
      <time className="muted" dateTime={createdAt}>
        {formatDay(createdAt)}
      </time>
      {ownState === null ? null : <span className="muted">{ownState}</span>}
    </>
  );
}
