import { lazy } from "react";

/** Loaded while the SMS is on its way. */
export const loadCodeStep = async () => ({ default: (await import("./code-step.tsx")).CodeStep });
export const CodeStep = lazy(loadCodeStep);
