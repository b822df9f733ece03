import { moscowDate, moscowTime } from "#contract/values/calendar-date.ts";
import { formatMaintenanceTime } from "#web/format/dates.ts";
import { setShownAt } from "#web/offline/shown-at.ts";

/** Of the oldest kept answer of the page. */
let oldest: { readonly page: string; readonly at: number } | null = null;

/** @param keptAt - ms, of an answer's header; none where the server has answered. */
export function noteKept(keptAt: unknown): void {
  const page = location.pathname;
  const at = Number(keptAt ?? 0);
  if (at === 0) oldest = null;
  else if (oldest?.page !== page || at < oldest.at) oldest = { page, at };
  setShownAt(oldest && wordsOf(new Date(oldest.at)));
}

function wordsOf(at: Date): string {
  return moscowDate(at) === moscowDate(new Date()) ? moscowTime(at) : formatMaintenanceTime(at);
}
