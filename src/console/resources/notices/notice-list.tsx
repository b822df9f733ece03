import { useList, type HttpError } from "@refinedev/core";
import { useSearchParams } from "react-router";
import { noticeEndpoints, type Notice } from "#contract/notices/notice-endpoints.ts";
import { DEFAULT_PER_PAGE } from "#contract/http/paging.ts";
import { countOf } from "#contract/values/plural.ts";
import { useAction } from "#console/providers/data/use-endpoint.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { ErrorPage } from "#console/ui/error-page.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightPager } from "#console/ui/light/light-pager.tsx";
import { NoticeItem } from "./notice-item.tsx";
import "./notices.css";

/** All notices of the person, newest first; page and filter live in the address. */
export default function NoticeList() {
  const [query, setQuery] = useSearchParams();
  const page = Math.max(1, Number(query.get("currentPage")) || 1);
  const isUnreadOnly = query.get("unread") === "1";
  const { query: list, result } = useList<Notice, HttpError>({
    resource: "notices",
    pagination: { currentPage: page, pageSize: DEFAULT_PER_PAGE },
    filters: isUnreadOnly ? [{ field: "filters[isRead]", operator: "eq", value: "false" }] : [],
  });
  const reload = () => void list.refetch();
  const { run: markAsRead } = useAction(noticeEndpoints.markAsRead);
  const { run: markAll, isRunning } = useAction(noticeEndpoints.markAllAsRead, { done: "Все уведомления отмечены прочитанными" });

  if (list.error) return <ErrorPage status={list.error.statusCode} message={asHttpError(list.error).message} onRetry={reload} />;

  const total = result.total ?? 0;
  const handleFilter = () => setQuery(isUnreadOnly ? {} : { unread: "1" });
  return (
    <>
      <h1>Уведомления</h1>
      <div className="row" style={{ marginBottom: 12 }}>
        <LightButton look="plain" isSmall aria-pressed={isUnreadOnly} onClick={handleFilter}>
          Только непрочитанные
        </LightButton>
        <LightButton look="link" isBusy={isRunning} disabled={total === 0} onClick={() => void markAll().then(reload, () => undefined)}>
          Отметить все прочитанными
        </LightButton>
        <output className="muted">
          {list.isLoading ? "Загружаем…" : countOf(total, ["уведомление", "уведомления", "уведомлений"])}
        </output>
      </div>
      <div className="notice-list" aria-busy={list.isFetching}>
        {!list.isLoading && result.data.length === 0 ? (
          <div className="card">
            <p>{isUnreadOnly ? "Непрочитанных уведомлений нет" : "Список уведомлений пуст"}</p>
            {isUnreadOnly ? (
              <LightButton look="plain" isSmall onClick={handleFilter}>
                Показать все
              </LightButton>
            ) : (
              <p className="muted">Здесь появятся сообщения о заданиях, реестрах, выплатах и документах</p>
            )}
          </div>
        ) : (
          <ul className="plain-list">
            {result.data.map((notice) => (
              <NoticeItem key={notice.id} notice={notice} onRead={({ id }) => void markAsRead({ params: { id } }).then(reload, () => undefined)} />
            ))}
          </ul>
        )}
      </div>
      <LightPager page={page} perPage={DEFAULT_PER_PAGE} total={total} label="Страницы уведомлений" />
    </>
  );
}
