/** Live channel and resource. */
export const REVIEWS = "reviews";
export const WORKMAN_REVIEWS = "reviews/workman";
export const ACCOUNT_REVIEWS = "reviews/account";
/** Resources changed by a review. */
export const REVIEW_LISTS: readonly string[] = [REVIEWS, WORKMAN_REVIEWS, ACCOUNT_REVIEWS, "jobs"];
