import { countOf } from "#contract/values/plural.ts";

/** What a screen reader hears of the bell. @param unread - `null` while it is not known. */
export function bellLabel(unread: number | null): string {
  if (unread === null) return "Уведомления";
  return unread === 0
    ? "Уведомления, непрочитанных нет"
    : `Уведомления, ${countOf(unread, ["непрочитанное", "непрочитанных", "непрочитанных"])}`;
}
