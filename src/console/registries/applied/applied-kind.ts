import type { ApplyCalls } from "#contract/registries/registry-calls.ts";
import { REGISTRY_ITEM_STATE } from "#contract/registries/registry-item-states.ts";
import type { RegistryKind } from "../registry-kind.ts";

/** Rows create jobs or send invitations, no money. */
export interface AppliedKind extends RegistryKind {
  readonly apply: ApplyCalls;
  /** «Приглашения отправляются». */
  readonly started: string;
}

export const APPLIED_ROWS = {
  stateTitles: REGISTRY_ITEM_STATE.titles,
  rowTones: REGISTRY_ITEM_STATE.tones,
  sumColumns: [],
  failed: "Не применено",
} as const;
