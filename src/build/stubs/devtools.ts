/** Replaces `@refinedev/devtools-internal`, which does nothing without the devtools either. */
export const getXRay = () => ({});
export const getTrace = () => [];
export const useQuerySubscription = () => ({});
