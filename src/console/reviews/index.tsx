import { lazy } from "react";

/** What the two sides of a job have written of each other, for its page. */
export const JobReviewsSection = lazy(() => import("./job-reviews-section.tsx"));
