/** Of one key, person or address, unless `RATE_LIMIT_PER_MINUTE` says otherwise. */
export const CALLS_PER_MINUTE = 1200;
