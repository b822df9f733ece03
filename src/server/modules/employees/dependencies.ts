import type { PrivateFiles } from "#server/files/private-files.ts";
import type { Clock } from "#server/data/clock.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export interface EmployeesDependencies extends PrivateFiles {
  readonly clock: Clock;
  readonly events: ProductEventBus;
}
