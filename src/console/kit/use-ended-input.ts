import type { FormInstance } from "antd";
import { useEffect, useLayoutEffect } from "react";
import { dropDraft, keepDraft, readDraft } from "#web/session/drafts.ts";
import { currentSession } from "#web/session/session.ts";
import { setUnsaved } from "#web/session/unsaved-changes.ts";
import { useDraftOwner } from "#web/session/use-draft.ts";

/**
 * Keeps what was typed and not sent when the session ended, for the person's next opening of the
 * form. Words, numbers and choices are kept; dates and files do not survive JSON.
 *
 * @param name - the form's own, with its record; `null` for a form that has a draft.
 */
export function useEndedInput(form: FormInstance, name: string | null): void {
  const owner = useDraftOwner();
  const key = name === null ? null : `ended:${name}`;
  // Not in the layout phase: Refine's `useForm` resets the fields after it.
  useEffect(() => {
    if (owner === null || key === null) return;
    const kept = readDraft<object>(owner, key);
    if (!kept) return;
    dropDraft(owner.id, key);
    form.setFieldsValue(kept);
    setUnsaved(form, true);
  }, [form, owner, key]);
  // In the layout phase: later the fields have forgotten that they were touched.
  useLayoutEffect(
    () => () => {
      if (owner === null || key === null) return;
      if (currentSession().ended && form.isFieldsTouched())
        keepDraft(owner, key, plainOf(form.getFieldsValue() as object));
    },
    [form, owner, key],
  );
}

function plainOf(values: object): object {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
      isRecord(value) ? [[name, plainOf(value)]] : isPlain(value) ? [[name, value]] : [],
    ),
  );
}

function isPlain(value: unknown): boolean {
  return Array.isArray(value) ? value.every(isPlain) : value === null || typeof value !== "object";
}

function isRecord(value: unknown): value is object {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
