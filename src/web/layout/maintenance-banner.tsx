import { useState } from "react";
import type { TechnicalNotice } from "#contract/technical-notices/technical-notice.ts";
import type { TechnicalNoticeType } from "#contract/technical-notices/technical-notice-types.ts";
import { readCookie, writeCookie } from "#web/session/cookies.ts";
import { formatMaintenanceTime } from "#web/format/dates.ts";

/**
 * Cookies with the closed notice's start: the next one is shown. Source: specification §9,
 * «Cookies».
 */
const CLOSED: Readonly<Record<TechnicalNoticeType, string>> = {
  SCHEDULED_MAINTENANCE: "EventMaintenances-closed",
  FNS_PROBLEMS: "FnsProblems-closed",
};
const CLOSED_SECONDS = 30 * 24 * 60 * 60;

const WORDS: Readonly<
  Record<TechnicalNoticeType, { readonly what: string; readonly meaning: string }>
> = {
  SCHEDULED_MAINTENANCE: {
    what: "Плановые технические работы",
    meaning: "В это время платформа может не отвечать",
  },
  FNS_PROBLEMS: {
    what: "Перебои в работе сервисов ФНС",
    meaning: "Чеки и проверка статуса задерживаются, мы повторим их сами",
  },
};

/** The nearest of each type, closable. Source: specification §4, «Technical notice types». */
export function MaintenanceBanner({ notices }: { notices: readonly TechnicalNotice[] }) {
  // Remembers closed lines in browsers without cookies.
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const open = notices.filter(
    (notice) =>
      !closed.has(keyOf(notice)) && notice.periodStart > (readCookie(CLOSED[notice.type]) ?? ""),
  );
  const shown = open.filter((notice) => notice === open.find(({ type }) => type === notice.type));
  const handleClose = (notice: TechnicalNotice) => {
    writeCookie(CLOSED[notice.type], notice.periodStart, CLOSED_SECONDS);
    setClosed(new Set(closed).add(keyOf(notice)));
  };
  return shown.map((notice) => (
    <p key={keyOf(notice)} className="banner" data-kind="warning" role="status">
      {WORDS[notice.type].what} {periodOf(notice)}. {WORDS[notice.type].meaning}
      <button
        type="button"
        aria-label={`Закрыть: ${WORDS[notice.type].what}`}
        onClick={() => handleClose(notice)}
      >
        Закрыть
      </button>
    </p>
  ));
}

function periodOf({ periodStart, periodEnd }: TechnicalNotice): string {
  return `с ${formatMaintenanceTime(periodStart)}${periodEnd ? ` до ${formatMaintenanceTime(periodEnd)}` : ""}`;
}

function keyOf({ type, periodStart }: TechnicalNotice): string {
  return `${type}-${periodStart}`;
}
