import { countOf } from "#contract/values/plural.ts";
import "./star-rating.css";

const REVIEWS = ["отзыв", "отзыва", "отзывов"] as const;
const STARS = 5;

interface StarRatingProps {
  /** 1 to 5, one decimal. */
  readonly rating: number | null;
  /** Omitted for a single review. */
  readonly count?: number;
}

/** Read out as «4,8 из 5, 12 отзывов». */
export function StarRating({ rating, count }: StarRatingProps) {
  if (rating === null) return <span className="muted">Отзывов пока нет</span>;
  return (
    <span className="stars" role="img" aria-label={ratingText(rating, count)}>
      <span className="stars-row" aria-hidden="true">
        ★★★★★
        <span className="stars-row stars-full" style={{ width: `${(rating / STARS) * 100}%` }}>
          ★★★★★
        </span>
      </span>
      <span aria-hidden="true">
        {" "}
        <b>{decimal(rating)}</b>
        {count === undefined ? null : <span className="muted"> · {countOf(count, REVIEWS)}</span>}
      </span>
    </span>
  );
}

function ratingText(rating: number, count?: number): string {
  return `${decimal(rating)} из ${STARS}${count === undefined ? "" : `, ${countOf(count, REVIEWS)}`}`;
}

function decimal(rating: number): string {
  return String(Math.round(rating * 10) / 10).replace(".", ",");
}
