import { xchacha20poly1305 } from "@noble/ciphers/chacha";
import { bytesToHex, bytesToUtf8, hexToBytes, utf8ToBytes } from "@noble/ciphers/utils";
import { managedNonce } from "@noble/ciphers/webcrypto";
import type { MyInfo } from "#contract/auth/session.ts";
import { draftName } from "./draft-store.ts";

/**
 * Unsent input. It outlives the tab and the session, so it is sealed with a key the server tells the
 * person alone: who else opens this browser can read nothing. Deleted on sign-out.
 */
export type DraftOwner = Pick<MyInfo, "id" | "draftKey">;

interface Kept {
  /** Ms, browser's clock. */
  readonly at: number;
  readonly values: unknown;
}

/** What was typed longer ago would surprise more than help. */
const LIFE_MS = 30 * 86_400_000;

const sealWith = managedNonce(xchacha20poly1305);
const sealOf = ({ draftKey }: DraftOwner) => sealWith(hexToBytes(draftKey));

/** @param form - with the record: `payroll-row:15`. */
export function keepDraft(owner: DraftOwner, form: string, values: unknown): void {
  const kept = utf8ToBytes(JSON.stringify({ at: Date.now(), values } satisfies Kept));
  try {
    localStorage.setItem(draftName(owner.id, form), bytesToHex(sealOf(owner).encrypt(kept)));
  } catch {
    // The storage is full.
  }
}

export function readDraft<Values>(owner: DraftOwner, form: string): Values | null {
  const sealed = localStorage.getItem(draftName(owner.id, form));
  // Without a connection nobody tells the key.
  if (sealed === null || owner.draftKey === "") return null;
  const kept = unseal(owner, sealed);
  if (kept !== null && Date.now() - kept.at < LIFE_MS) return kept.values as Values;
  dropDraft(owner.id, form);
  return null;
}

export function dropDraft(personId: number, form: string): void {
  localStorage.removeItem(draftName(personId, form));
}

/** `null` when sealed with another key, or changed since. */
function unseal(owner: DraftOwner, sealed: string): Kept | null {
  try {
    return JSON.parse(bytesToUtf8(sealOf(owner).decrypt(hexToBytes(sealed)))) as Kept;
  } catch {
    return null;
  }
}
