import { useMemo } from "react";
import { dropDraft, keepDraft, readDraft } from "#web/session/drafts.ts";
import { useSession } from "#web/session/session.ts";
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
  const { me } = useSession();
  const id = me?.id;
  const draftKey = me?.draftKey;
  return useMemo(() => {
    if (id === undefined || draftKey === undefined) return NOBODYS;
    const person = { id, draftKey };
    const form = (name: string) => `${kind.name}-cell:${name}`;
    return {
      read: (name) => readDraft<string>(person, form(name)),
      keep: (name, text) => keepDraft(person, form(name), text),
      drop: (name) => dropDraft(id, form(name)),
    };
  }, [id, draftKey, kind]);
}
