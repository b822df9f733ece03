import { lazy } from "react";

/** Lazy section of a job's page. */
export const JobReviewsSection = lazy(() => import("./job-reviews-section.tsx"));
