import { SUM_MAX } from "#contract/values/money.ts";

/** Rubles. Source: `domain.md` §2.4. */
export const JOB_BUDGET_MIN = 100;
export const JOB_BUDGET_MAX = SUM_MAX;
export const JOB_TITLE = { min: 5, max: 100 } as const;
export const JOB_DESCRIPTION = { min: 20, max: 5000 } as const;
export const JOB_ADDRESS_MAX = 255;
export const JOB_RECEIPT_TEXT_MAX = 256;
/** Jobs of one posting. Source: `domain.md` §4.3. */
export const JOB_WORKMEN_MAX = 100;
