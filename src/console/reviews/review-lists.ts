/** Live resource of all reviews, and of readings that are no list of Refine's. */
export const REVIEWS = "reviews";
/** Reviews of workers by companies. */
export const WORKMAN_REVIEWS = "reviews/workman";
/** Reviews of companies by workers. */
export const ACCOUNT_REVIEWS = "reviews/account";
/** What changes with a review: the job stops asking for it. */
export const REVIEW_LISTS: readonly string[] = [REVIEWS, WORKMAN_REVIEWS, ACCOUNT_REVIEWS, "jobs"];
