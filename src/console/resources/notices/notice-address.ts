import { noticeNameOf, type NoticeName } from "#contract/notices/notice-types.ts";

/** What the page of notices shows; all of it lives in the address, so that a view can be sent to a colleague. */
export interface NoticeFilters {
  readonly isRead: boolean | null;
  /** Moscow days, both included; empty: no bound. */
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly types: readonly NoticeName[];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Filters of an address; what makes no sense is left out. */
export function readNoticeFilters(query: URLSearchParams): NoticeFilters {
  const isRead = query.get("isRead");
  const day = (name: string) => (DAY.test(query.get(name) ?? "") ? (query.get(name) ?? "") : "");
  return {
    isRead: isRead === "true" ? true : isRead === "false" ? false : null,
    dateFrom: day("dateFrom"),
    dateTo: day("dateTo"),
    types: [...new Set((query.get("types") ?? "").split(",").flatMap((one) => noticeNameOf(one) ?? []))],
  };
}

/** The query of the address for these filters, on the first page. */
export function writeNoticeFilters({ isRead, dateFrom, dateTo, types }: NoticeFilters): Record<string, string> {
  return {
    ...(isRead === null ? {} : { isRead: String(isRead) }),
    ...(dateFrom === "" ? {} : { dateFrom }),
    ...(dateTo === "" ? {} : { dateTo }),
    ...(types.length === 0 ? {} : { types: types.join(",") }),
  };
}

/** The same as the call spells it. Source: specification §3, «Filters: isRead, dateFrom, dateTo, types». */
export function noticeQuery({ isRead, dateFrom, dateTo, types }: NoticeFilters) {
  return {
    ...(isRead === null ? {} : { "filters[isRead]": isRead }),
    ...(dateFrom === "" ? {} : { "filters[dateFrom]": dateFrom }),
    ...(dateTo === "" ? {} : { "filters[dateTo]": dateTo }),
    ...(types.length === 0 ? {} : { "filters[types]": [...types] }),
  };
}
