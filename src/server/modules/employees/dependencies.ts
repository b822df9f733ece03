import type { Clock } from "#server/platform/clock.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export interface EmployeesDependencies {
  readonly clock: Clock;
  readonly events: ProductEventBus;
}
