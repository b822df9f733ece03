import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

/**
 * Who is shown a published job. Whoever is invited sees it in any case. Favourites are workers with
 * an ACTIVE employment of the company.
 */
export const JOB_VISIBILITY = defineEnumeration({
  ALL: "Все исполнители",
  FAVOURITES: "Избранные исполнители",
  INVITED: "Только приглашённые",
});
export type JobVisibility = IdOf<typeof JOB_VISIBILITY>;

/**
 * What callers of the specification read: the job is not public, so they never take one for
 * favourites for one that everybody sees.
 */
export function isInviteOnly(visibility: JobVisibility): boolean {
  return visibility !== "ALL";
}

/**
 * What a caller has asked for over what was there. `isInviteOnly` tells two of the three apart:
 * sent back as it was read, it changes nothing.
 *
 * @param was - of a new job `ALL`.
 */
export function readVisibility(
  input: { readonly visibility?: JobVisibility; readonly isInviteOnly?: boolean },
  was: JobVisibility,
): JobVisibility {
  if (input.visibility !== undefined) return input.visibility;
  if (input.isInviteOnly === undefined || input.isInviteOnly === isInviteOnly(was)) return was;
  return input.isInviteOnly ? "INVITED" : "ALL";
}
