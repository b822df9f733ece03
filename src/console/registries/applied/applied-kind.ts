import type { jobRegistryEndpoints } from "#contract/registries/job-registry-endpoints.ts";
import {
  REGISTRY_ITEM_STATE,
  REGISTRY_ITEM_TONES,
} from "#contract/registries/registry-item-states.ts";
import type { RegistryKind } from "../registry-kind.ts";

type Calls = typeof jobRegistryEndpoints;

/** A kind whose rows are executed without money: they create jobs or send invitations. */
export interface AppliedKind extends RegistryKind {
  readonly apply: {
    readonly [Verb in "execute" | "dryRun" | "sendExecuteCode"]: Pick<
      Calls[Verb],
      "base" | "method" | "path" | "params" | "body" | "answer"
    > &
      Omit<Calls[Verb], "path">;
  };
  /** Success toast: «Приглашения отправляются». */
  readonly started: string;
}

export const APPLIED_ROWS = {
  stateTitles: REGISTRY_ITEM_STATE.titles,
  rowTones: REGISTRY_ITEM_TONES,
  sumColumns: [],
  failed: "Не применено",
} as const;
