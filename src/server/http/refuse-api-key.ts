import type { Actor } from "./actor.ts";
import { AppError } from "./app-error.ts";

/**
 * For what belongs to a person.
 *
 * @throws AppError `forbidden`.
 */
export function refuseApiKey(actor: Actor | null): void {
  if (actor?.apiKeyId !== undefined)
    throw new AppError("forbidden", "Ключом API этого сделать нельзя: войдите под своим именем");
}
