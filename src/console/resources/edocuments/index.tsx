import { lazy } from "react";

/** Card of the personal area: acts and documents the person has received. */
export const ReceivedDocuments = lazy(() => import("./received-documents.tsx"));
