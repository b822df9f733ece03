import type { Module } from "#server/module.ts";
import { serveReviewChanges } from "./routes/changes.ts";
import { serveReviewReplies } from "./routes/replies.ts";
import { serveReviewLists } from "./routes/lists.ts";

/** Reviews of customers by workers and of workers by customers. */
export const reviewsModule: Module = {
  routes(serve, platform) {
    serveReviewLists(serve);
    serveReviewChanges(serve, platform);
    serveReviewReplies(serve, platform);
  },
};
