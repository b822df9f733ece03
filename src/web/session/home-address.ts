import type { MyInfo } from "#contract/auth/session.ts";

/** Where work begins: «Сводка» for a company's user, else the personal area. */
export function homeAddress(me: MyInfo | null): string {
  return me?.role ? "/app/profile/summary" : "/profile";
}
