import { lazy } from "react";

/** A complaint about a customer, a worker or a review. */
export const ComplaintModal = lazy(() => import("./complaint-modal.tsx"));
