import type { PrivateFiles } from "#server/modules/private-files/index.ts";
import type { Clock } from "#server/platform/clock.ts";

export interface WorkmanDocumentsDependencies extends PrivateFiles {
  readonly clock: Clock;
}
