/**
 * Stands for `@refinedev/devtools-internal`: without the devtools these do nothing in the original
 * as well.
 */
export const getXRay = () => ({});
export const getTrace = () => [];
export const useQuerySubscription = () => ({});
