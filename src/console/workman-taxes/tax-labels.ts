/** Live channels. */
export const WORKMAN = "workman";

export const FNS = "/profile/workman/fns";
