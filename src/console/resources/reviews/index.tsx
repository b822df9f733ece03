import { lazy } from "react";

export { REVIEWS_PER_PAGE, reviewLineOf, ReviewLines, type ReviewLine } from "./review-lines.tsx";

/** What the two sides of a job have written of each other, for its page. */
export const JobReviewsSection = lazy(() => import("./job-reviews-section.tsx"));
