import type { Module } from "#server/module.ts";
import { serveReviewChanges } from "./change-reviews.ts";
import { serveReviewReplies } from "./reply-to-reviews.ts";
import { serveReviewLists } from "./review-lists.ts";

/** Reviews of customers by workers and of workers by customers. */
export const reviewsModule: Module = {
  routes(serve, platform) {
    serveReviewLists(serve);
    serveReviewChanges(serve, platform);
    serveReviewReplies(serve, platform);
  },
};
