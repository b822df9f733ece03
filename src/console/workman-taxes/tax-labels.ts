/** Live channels. */
export const WORKMAN = "workman";
export const REFERENCES = "tax-references";

export const FNS = "/profile/workman/fns";
