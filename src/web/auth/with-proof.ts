import { hasZeroBits, type WorkAsked } from "#contract/auth/proof-of-work.ts";
import { asHttpError } from "#web/wire/http-error.ts";

/** Hashes per batch; the page stays responsive between. */
const BATCH = 1000;

/**
 * When a limit is reached, maybe by somebody else, the browser works some seconds and asks again.
 */
export async function withProof<Answer>(
  ask: (proof: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(undefined);
  } catch (thrown) {
    const work = asHttpError(thrown).details["work"] as WorkAsked | undefined;
    // Without https browsers have no SHA-256.
    if (work === undefined || globalThis.crypto?.subtle === undefined) throw thrown;
    return ask(await solve(work));
  }
}

async function solve({ challenge, bits }: WorkAsked): Promise<string> {
  const encoder = new TextEncoder();
  for (let first = 0; ; first += BATCH) {
    const proofs = Array.from({ length: BATCH }, (_, index) => `${challenge}:${first + index}`);
    const hashes = await Promise.all(
      proofs.map((proof) => crypto.subtle.digest("SHA-256", encoder.encode(proof))),
    );
    const found = hashes.findIndex((hash) => hasZeroBits(new Uint8Array(hash), bits));
    if (found >= 0) return proofs[found] as string;
  }
}
