import { useState } from "react";
import { useSearchParams } from "react-router";
import { PageLink } from "#console/ui/page-link.tsx";
import { DEFAULT_PER_PAGE } from "#contract/http/paging.ts";
import { noticeEndpoints } from "#contract/notices/notice-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import { useAction, useRead } from "#console/providers/data/use-endpoint.ts";
import { ErrorPage } from "#console/ui/error-page.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightPager } from "#console/ui/light/light-pager.tsx";
import { useHasPage } from "#console/ui/page-index.ts";
import { noticeQuery, readNoticeFilters, writeNoticeFilters, type NoticeFilters } from "./notice-address.ts";
import { NoticeFilterBar } from "./notice-filters.tsx";
import { NoticeItem } from "./notice-item.tsx";
import "./notices.css";

const SETTINGS = "/notifications/settings";

/** All notices of the person, newest first, thirty on a page; page and filters live in the address. */
export default function NoticeList() {
  const [query, setQuery] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(query.get("currentPage"))) || 1);
  const filters = readNoticeFilters(query);
  // The address follows a press a moment later; until then the boxes show what was pressed.
  const [asked, setAsked] = useState<{ readonly at: string; readonly filters: NoticeFilters } | null>(null);
  const pressed = asked?.at === query.toString() ? asked.filters : filters;
  const { data, error, isLoading, isFetching, reload } = useRead(noticeEndpoints.list, { query: { page, perPage: DEFAULT_PER_PAGE, ...noticeQuery(filters) } }, { resource: "notices" });
  const { run: markAsRead } = useAction(noticeEndpoints.markAsRead);
  const { run: markAll, isRunning } = useAction(noticeEndpoints.markAllAsRead, { done: "Все уведомления отмечены прочитанными" });
  const hasPage = useHasPage();

  // The toast has said why; the page says what to do.
  if (error && !data) return <ErrorPage status={error.statusCode} message={error.message} onRetry={reload} />;

  const notices = data?.items ?? [];
  const total = data?.meta.total ?? 0;
  const hasFilters = Object.keys(writeNoticeFilters(filters)).length > 0;
  const handleFilters = (next: NoticeFilters) => {
    setAsked({ at: query.toString(), filters: next });
    setQuery(writeNoticeFilters(next));
  };
  return (
    <>
      <h1>Уведомления</h1>
      <NoticeFilterBar filters={pressed} onChange={handleFilters} />
      <div className="row notice-actions">
        <output className="muted">{isLoading ? "Загружаем…" : countOf(total, ["уведомление", "уведомления", "уведомлений"])}</output>
        <LightButton look="link" isBusy={isRunning} disabled={total === 0 || filters.isRead === true} onClick={() => void markAll().then(reload, () => undefined)}>
          Отметить все прочитанными
        </LightButton>
        {hasFilters ? (
          <LightButton look="link" onClick={() => setQuery({})}>
            Сбросить фильтры
          </LightButton>
        ) : null}
        {hasPage(SETTINGS) ? <PageLink to={SETTINGS}>Письма и СМС</PageLink> : null}
      </div>
      <div className="notice-list" aria-busy={isFetching}>
        {!isLoading && notices.length === 0 ? (
          <NoNotices hasFilters={hasFilters} isBeyond={total > 0} onReset={() => setQuery({})} />
        ) : (
          <ul className="plain-list">
            {notices.map((notice) => (
              <NoticeItem key={notice.id} notice={notice} onRead={({ id }) => void markAsRead({ params: { id } }).then(reload, () => undefined)} />
            ))}
          </ul>
        )}
      </div>
      <LightPager page={page} perPage={DEFAULT_PER_PAGE} total={total} label="Страницы уведомлений" />
    </>
  );
}

/** @param isBeyond - there are notices, but none on a page of this number. */
function NoNotices({ hasFilters, isBeyond, onReset }: { readonly hasFilters: boolean; readonly isBeyond: boolean; readonly onReset: () => void }) {
  return (
    <div className="card">
      <p>{isBeyond ? "На этой странице уведомлений нет" : hasFilters ? "По этим фильтрам ничего не найдено" : "Список уведомлений пуст"}</p>
      {hasFilters || isBeyond ? (
        <LightButton look="plain" isSmall onClick={onReset}>
          {hasFilters ? "Сбросить фильтры" : "К началу списка"}
        </LightButton>
      ) : (
        <p className="muted">Здесь появятся сообщения о заданиях, реестрах, выплатах и документах</p>
      )}
    </div>
  );
}
