import { lazy } from "react";

/** A complaint about a customer, a worker or a review. */
export const ComplaintModal = lazy(() => import("./complaint-modal.tsx"));

/** What the person has complained about, with the moderator's decisions, for his own page. */
export const OwnComplaints = lazy(() => import("./own-complaints.tsx"));
