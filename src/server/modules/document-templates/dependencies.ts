import type { FileStorage } from "#server/integrations/file-storage/port.ts";
import type { Clock } from "#server/data/clock.ts";

export interface DocumentTemplateDependencies {
  readonly clock: Clock;
  readonly files: FileStorage;
}
