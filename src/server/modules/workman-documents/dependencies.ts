import type { PrivateFiles } from "#server/platform/private-files.ts";
import type { Clock } from "#server/platform/clock.ts";

export interface WorkmanDocumentsDependencies extends PrivateFiles {
  readonly clock: Clock;
}
