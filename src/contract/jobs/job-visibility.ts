import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

/**
 * Who sees a published job; an invited workman always does. Favourites have an ACTIVE employment
 * with the company.
 */
export const JOB_VISIBILITY = defineEnumeration({
  ALL: "Все исполнители",
  FAVOURITES: "Избранные исполнители",
  INVITED: "Только приглашённые",
});
export type JobVisibility = IdOf<typeof JOB_VISIBILITY>;

/** For callers of the specification, which knows no favourites: such a job is not public. */
export function isInviteOnly(visibility: JobVisibility): boolean {
  return visibility !== "ALL";
}

/**
 * The visibility a caller asks for. `isInviteOnly` covers two of the three values, so sent back as
 * it was read it changes nothing.
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
