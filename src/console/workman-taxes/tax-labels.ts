/**
 * What the server calls a change of the worker's link with the tax service, and of his references.
 */
export const WORKMAN = "workman";
export const REFERENCES = "tax-references";

export const FNS = "/profile/workman/fns";
