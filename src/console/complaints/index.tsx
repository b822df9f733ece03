import { lazy } from "react";

export const ComplaintModal = lazy(() => import("./complaint-modal.tsx"));

export const OwnComplaints = lazy(() => import("./own-complaints.tsx"));
