import { lazy } from "react";

export const JobReviewsSection = lazy(() => import("./job-reviews-section.tsx"));
