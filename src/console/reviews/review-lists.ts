/** Live channel of all reviews, and resource of reads outside of Refine's lists. */
export const REVIEWS = "reviews";
/** Reviews of workers by companies. */
export const WORKMAN_REVIEWS = "reviews/workman";
/** Reviews of companies by workers. */
export const ACCOUNT_REVIEWS = "reviews/account";
/** Resources changed by a review; its job no longer needs one. */
export const REVIEW_LISTS: readonly string[] = [REVIEWS, WORKMAN_REVIEWS, ACCOUNT_REVIEWS, "jobs"];
