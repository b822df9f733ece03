import { useCallback, useSyncExternalStore } from "react";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import type { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { GUEST_DRAFTS } from "#web/session/draft-store.ts";

export type RegistrationField =
  | "inn"
  | "companyName"
  | "lastName"
  | "firstName"
  | "middleName"
  | "email"
  | "phoneNumber"
  | "taxPayerType"
  | "citizenshipID"
  | "acceptTerms"
  | "acceptDataPolicy";

export type FoundCompany = NonNullable<
  AnswerOf<typeof authEndpoints.registrationContext>["company"]
>;

/** A sent code; the code itself is not stored. */
export interface SentCode {
  readonly phone: string;
  readonly phoneMasked: string;
  /** Ms, browser's clock. */
  readonly retryAt: number;
  readonly expiresAt: number;
}

/** Lives in the tab, survives a reload. */
export interface RegistrationDraft {
  readonly values: Readonly<Partial<Record<RegistrationField, string>>>;
  /** `company`: `null` if not found. */
  readonly lookedUp: { readonly inn: string; readonly company: FoundCompany | null } | null;
  readonly sent: SentCode | null;
}

const EMPTY: RegistrationDraft = { values: {}, lookedUp: null, sent: null };

interface Kept {
  readonly text: string | null;
  readonly draft: RegistrationDraft;
}
const known = new Map<string, Kept>();
const listeners = new Set<() => void>();

/**
 * Empty until hydration.
 *
 * @param form - `customer` or `workman`.
 */
export function useRegistrationDraft(form: string) {
  const draft = useSyncExternalStore(
    subscribe,
    () => readDraft(form),
    () => EMPTY,
  );
  const change = useCallback(
    (changed: Partial<RegistrationDraft>) => keep(form, { ...readDraft(form), ...changed }),
    [form],
  );
  const setValue = useCallback(
    (field: RegistrationField, value: string) =>
      change({ values: { ...readDraft(form).values, [field]: value } }),
    [form, change],
  );
  const drop = useCallback(() => keep(form, null), [form]);
  return { draft, change, setValue, drop };
}

function readDraft(form: string): RegistrationDraft {
  const text = sessionStorage.getItem(GUEST_DRAFTS + form);
  const before = known.get(form);
  if (before && before.text === text) return before.draft;
  const draft = text === null ? EMPTY : parse(text);
  known.set(form, { text, draft });
  return draft;
}

function keep(form: string, draft: RegistrationDraft | null): void {
  if (draft === null) sessionStorage.removeItem(GUEST_DRAFTS + form);
  else sessionStorage.setItem(GUEST_DRAFTS + form, JSON.stringify(draft));
  for (const listener of listeners) listener();
}

function parse(text: string): RegistrationDraft {
  try {
    return { ...EMPTY, ...(JSON.parse(text) as Partial<RegistrationDraft>) };
  } catch {
    return EMPTY;
  }
}

/** @returns whether a code sent to this phone is still valid. */
export function isCodeAlive(sent: SentCode | null, phone: string | null): sent is SentCode {
  return sent !== null && sent.phone === phone && sent.expiresAt > Date.now();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
