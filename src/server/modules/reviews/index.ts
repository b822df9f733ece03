export { moveReview } from "./actions/decide-review.ts";
