import { lazy } from "react";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import type { ComplaintFormProps } from "./complaint-form.tsx";

const ComplaintForm = lazy(() => import("./complaint-form.tsx"));

export function complaintWindow(complaint: ComplaintFormProps): ShownWindow {
  return { title: "Пожаловаться", content: <ComplaintForm {...complaint} /> };
}

export const OwnComplaints = lazy(() => import("./own-complaints.tsx"));
