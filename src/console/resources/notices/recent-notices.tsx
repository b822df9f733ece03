import { PageLink } from "#console/ui/page-link.tsx";
import { noticeEndpoints, type Notice } from "#contract/notices/notice-endpoints.ts";
import { useAction, useRead } from "#console/providers/data/use-endpoint.ts";
import { NoticeItem } from "./notice-item.tsx";
import "./notices.css";

/** How many notices the card shows. */
const SHOWN = 5;

/** The newest notices, read and unread. */
export default function RecentNotices() {
  const { data, isLoading, reload } = useRead(noticeEndpoints.bellList, { query: { perPage: SHOWN } }, { resource: "notices", silent: true });
  const { run: read } = useAction(noticeEndpoints.read);
  const handleRead = ({ id }: Notice) => void read({ body: { notificationIDs: [id] } }).then(reload, () => undefined);
  return (
    <section className="card" aria-labelledby="recent-notices-title">
      <h2 id="recent-notices-title">Уведомления</h2>
      <ul className="plain-list" aria-busy={isLoading}>
        {(data?.items ?? []).map((notice) => (
          <NoticeItem key={notice.id} notice={notice} onRead={handleRead} />
        ))}
      </ul>
      {data?.items.length === 0 ? <p className="muted">Список уведомлений пуст</p> : <PageLink to="/notifications">Все уведомления</PageLink>}
    </section>
  );
}
