import { lazy, Suspense } from "react";
import { NOTICE_TYPES, noticeNameOf } from "#contract/notices/notice-types.ts";
import { filter, type ListFilter } from "#console/kit/filters.tsx";
import type { ListFilters } from "#console/kit/use-paged-list.ts";

const NoticeTypeField = lazy(() => import("./notice-type-field.tsx"));
const TYPES = "Виды уведомлений";
/** More are counted. */
const MOST_NAMED = 2;

const typesFilter: ListFilter = {
  key: "types",
  names: ["types"],
  render: (filters, change) => (
    <Suspense fallback={<span style={{ display: "inline-block", width: 230, height: 32 }} />}>
      <NoticeTypeField
        label={TYPES}
        chosen={typesOf(filters)}
        onChange={(types) => change({ types: types.length > 0 ? types : undefined })}
      />
    </Suspense>
  ),
  describe: (filters) => {
    const titles = typesOf(filters).map((name) => NOTICE_TYPES[name].title);
    if (titles.length === 0) return null;
    return titles.length > MOST_NAMED
      ? `${TYPES}: выбрано ${titles.length}`
      : `${TYPES}: ${titles.join(", ")}`;
  },
};

/** Source: specification §3. */
export const NOTICE_FILTERS: readonly ListFilter[] = [
  filter.oneOf("isRead", "Прочитанность", [
    { id: "false", title: "Непрочитанные" },
    { id: "true", title: "Прочитанные" },
  ]),
  typesFilter,
  filter.period("Дата", "dateFrom", "dateTo"),
];

function typesOf({ types = [] }: ListFilters) {
  return [...new Set([types].flat().flatMap((one) => noticeNameOf(one) ?? []))];
}
