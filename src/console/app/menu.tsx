import type { Door, MenuLink } from "#console/providers/door.ts";

/** The cabinet's side menu: the links of all doors. Rights are asked where it is drawn. */
export function menuOf(doors: readonly Door[]): MenuLink[] {
  return doors.flatMap((door) => door.menu ?? []);
}
