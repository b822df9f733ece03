import type { Clock } from "#server/data/clock.ts";
import type { Serve } from "#server/http/serve.ts";
import { serveReviewChanges } from "./change-reviews.ts";
import { serveReviewReplies } from "./reply-to-reviews.ts";
import { serveReviewLists } from "./review-lists.ts";

export { announceReview } from "./announce-review.ts";

export interface ReviewsDependencies {
  readonly clock: Clock;
}

/** Reviews of customers by workers and of workers by customers. */
export function makeReviews(deps: ReviewsDependencies): { routes(serve: Serve): void } {
  return {
    routes(serve) {
      serveReviewLists(serve);
      serveReviewChanges(serve, deps);
      serveReviewReplies(serve, deps);
    },
  };
}
