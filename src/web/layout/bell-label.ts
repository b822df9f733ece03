import { countOf } from "#contract/values/plural.ts";

/** @param unread - `null` while unknown. */
export function bellLabel(unread: number | null): string {
  if (unread === null) return "Уведомления";
  return unread === 0
    ? "Уведомления, непрочитанных нет"
    : `Уведомления, ${countOf(unread, ["непрочитанное", "непрочитанных", "непрочитанных"])}`;
}
