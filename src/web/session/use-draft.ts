import { useMemo } from "react";
import { dropDraft, keepDraft, readDraft, type DraftOwner } from "./drafts.ts";
import { useMe, useSession } from "./session.ts";

export interface Draft<Values> {
  readonly read: () => Values | null;
  readonly keep: (values: Values) => void;
  readonly drop: () => void;
}

/** `useDraft("payroll-row:15")`. */
export function useDraft<Values>(form: string): Draft<Values> {
  const { id, draftKey } = useMe();
  return useMemo(
    () => ({
      read: () => readDraft<Values>({ id, draftKey }, form),
      keep: (values) => keepDraft({ id, draftKey }, form, values),
      drop: () => dropDraft(id, form),
    }),
    [id, draftKey, form],
  );
}

/** Stable per person; `null`: nobody is signed in. */
export function useDraftOwner(): DraftOwner | null {
  const { me } = useSession();
  const id = me?.id;
  const draftKey = me?.draftKey;
  return useMemo(
    () => (id === undefined || draftKey === undefined ? null : { id, draftKey }),
    [id, draftKey],
  );
}
