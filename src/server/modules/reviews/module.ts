import type { Module } from "#server/module.ts";
import { replyDecision } from "./actions/decide-reply.ts";
import { reviewDecision } from "./actions/decide-review.ts";
import { serveReviewChanges } from "./routes/changes.ts";
import { serveReviewReplies } from "./routes/replies.ts";
import { serveReviewLists } from "./routes/lists.ts";

export const reviewsModule: Module = {
  decisions: (platform) => [
    reviewDecision(platform, "account"),
    reviewDecision(platform, "workman"),
    replyDecision("account"),
    replyDecision("workman"),
  ],
  routes(serve, platform) {
    serveReviewLists(serve);
    serveReviewChanges(serve, platform);
    serveReviewReplies(serve, platform);
  },
};
