import { useMemo } from "react";
import { dropDraft, keepDraft, readDraft } from "#web/session/drafts.ts";
import { useDraftOwner } from "#web/session/use-draft.ts";
import type { RegistryKind } from "./registry-kind.ts";

/** Kept until they are sent. `name`: row id and column. */
export interface CellDrafts {
  readonly read: (name: string) => string | null;
  readonly keep: (name: string, text: string) => void;
  readonly drop: (name: string) => void;
}

const NOBODYS: CellDrafts = { read: () => null, keep: () => undefined, drop: () => undefined };

/** Stable per person, so cells are not re-rendered. */
export function useCellDrafts(kind: RegistryKind): CellDrafts {
  const owner = useDraftOwner();
  return useMemo(() => {
    if (owner === null) return NOBODYS;
    const form = (name: string) => `${kind.name}-cell:${name}`;
    return {
      read: (name) => readDraft<string>(owner, form(name)),
      keep: (name, text) => keepDraft(owner, form(name), text),
      drop: (name) => dropDraft(owner.id, form(name)),
    };
  }, [owner, kind]);
}
