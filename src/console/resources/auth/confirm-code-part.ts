import { lazy } from "react";

/** The field for a code is needed only after a phone: it loads while the SMS is on its way. */
export const loadConfirmCode = async () => ({ default: (await import("#console/ui/confirm-code.tsx")).ConfirmCode });
export const ConfirmCode = lazy(loadConfirmCode);
