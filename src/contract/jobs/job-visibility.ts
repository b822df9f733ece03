import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

/** Invited workmen always see it. Favourites have an ACTIVE employment. */
export const JOB_VISIBILITY = defineEnumeration({
  ALL: "Все исполнители",
  FAVOURITES: "Избранные исполнители",
  INVITED: "Только приглашённые",
});
export type JobVisibility = IdOf<typeof JOB_VISIBILITY>;

/** The specification knows no favourites. */
export function isInviteOnly(visibility: JobVisibility): boolean {
  return visibility !== "ALL";
}

/**
 * `isInviteOnly` covers two of three values, so an unchanged one keeps `was`.
 *
 * @param was - `ALL` for a new job.
 */
export function readVisibility(
  input: { readonly visibility?: JobVisibility; readonly isInviteOnly?: boolean },
  was: JobVisibility,
): JobVisibility {
  if (input.visibility !== undefined) return input.visibility;
  if (input.isInviteOnly === undefined || input.isInviteOnly === isInviteOnly(was)) return was;
  return input.isInviteOnly ? "INVITED" : "ALL";
}
