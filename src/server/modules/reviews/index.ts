export { announceReview } from "./announce-review.ts";
