/** Live channels of the link to the tax service and of its references. */
export const WORKMAN = "workman";
export const REFERENCES = "tax-references";

export const FNS = "/profile/workman/fns";
