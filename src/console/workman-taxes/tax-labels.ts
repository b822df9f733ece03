/** Live channels. */
export const WORKMAN = "workman";

/** Cabinet of a self-employed person. */
export const MY_TAX = "https://lknpd.nalog.ru/";

export const FNS = "/profile/workman/fns";
