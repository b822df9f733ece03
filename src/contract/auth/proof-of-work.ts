import { Type } from "typebox";

/** `challenge:counter` whose SHA-256 begins with the demanded zero bits. */
export const ProofOfWork = Type.String({ pattern: "^[0-9A-Za-z._-]{10,120}:[0-9]{1,12}$" });

/** `details` of 429 when a limit of codes is reached. */
export interface WorkAsked {
  readonly challenge: string;
  readonly bits: number;
}

export function hasZeroBits(hash: Uint8Array, bits: number): boolean {
  for (let index = 0; index * 8 < bits; index += 1) {
    const left = Math.min(8, bits - index * 8);
    if ((hash[index] as number) >> (8 - left) > 0) return false;
  }
  return true;
}
