import type { Actor } from "./actor.ts";
import { AppError } from "./app-error.ts";

/**
 * For what belongs to a person: sessions, personal data, a second pair of eyes.
 *
 * @throws AppError `forbidden`.
 */
export function refuseApiKey(actor: Actor | null): void {
  if (actor?.apiKeyId !== undefined)
    throw new AppError("forbidden", "Ключом API этого сделать нельзя: войдите под своим именем");
}
