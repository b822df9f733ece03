import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

/** An invited workman always sees it. Favourites have an ACTIVE employment with the company. */
export const JOB_VISIBILITY = defineEnumeration({
  ALL: "Все исполнители",
  FAVOURITES: "Избранные исполнители",
  INVITED: "Только приглашённые",
});
export type JobVisibility = IdOf<typeof JOB_VISIBILITY>;

/** The specification knows no favourites: such a job is not public. */
export function isInviteOnly(visibility: JobVisibility): boolean {
  return visibility !== "ALL";
}

/**
 * `isInviteOnly` covers two of the three values: sent back as read it changes nothing.
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
