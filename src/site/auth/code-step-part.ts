import { lazy } from "react";

/** The last step is needed only after a phone: it loads while the SMS is on its way. */
export const loadCodeStep = async () => ({ default: (await import("./code-step.tsx")).CodeStep });
export const CodeStep = lazy(loadCodeStep);
