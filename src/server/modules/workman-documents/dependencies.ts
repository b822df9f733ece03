import type { PrivateFiles } from "#server/files/private-files.ts";
import type { Clock } from "#server/data/clock.ts";

export interface WorkmanDocumentsDependencies extends PrivateFiles {
  readonly clock: Clock;
}
