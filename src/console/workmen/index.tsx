import { lazy } from "react";

/** Lazy card of the personal area. */
export const WorkmanNextSteps = lazy(() => import("./workman-next-steps.tsx"));
