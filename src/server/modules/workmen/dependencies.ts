import type { OneTimeCodes } from "#server/modules/auth/index.ts";
import type { Clock } from "#server/data/clock.ts";

export interface WorkmenDependencies {
  readonly clock: Clock;
  readonly codes: OneTimeCodes;
}
