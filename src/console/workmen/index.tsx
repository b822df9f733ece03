import { lazy } from "react";

export const WorkmanNextSteps = lazy(() => import("./workman-next-steps.tsx"));
