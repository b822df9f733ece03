import type { FastifyInstance } from "fastify";
import type { Serve } from "#server/http/serve.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { KeepRule } from "#server/work/housekeeping.ts";
import type { DecisionKind } from "./decision.ts";
import type { Platform } from "./platform.ts";

/** One noun of the product: what it serves, works at and listens to. */
export interface Module {
  routes?(serve: Serve, platform: Platform): void;
  tasks?(platform: Platform): readonly BackgroundTask[];
  decisions?(platform: Platform): readonly DecisionKind[];
  /** Called once a process, before all else. */
  listeners?(platform: Platform): void;
  mount?(http: FastifyInstance, platform: Platform): void;
  readonly keepRules?: readonly KeepRule[];
}
