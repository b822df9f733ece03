import { useState } from "react";
import { PageLink } from "#console/ui/page-link.tsx";
import { noticeEndpoints, type Notice } from "#contract/notices/notice-endpoints.ts";
import { useAction, useRead } from "#console/providers/data/use-endpoint.ts";
import { useIdle } from "#console/providers/use-idle.ts";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { bellLabel } from "./bell-face.tsx";
import { BellPanel } from "./bell-panel.tsx";
import { NoticeItem } from "./notice-item.tsx";
import "./notices.css";

/** How many notices the panel shows. */
const SHOWN = 10;
/** Source: specification §7, «refetched when 5 or fewer remain after reading one». */
const REFETCH_AT = 5;
const NOTHING_READ: ReadonlySet<number> = new Set();

/** The bell of the header: unread notices, and the way to all of them. */
export function NoticeBell() {
  const isIdle = useIdle();
  const { run: read } = useAction(noticeEndpoints.read);
  const { run: readAll, isRunning } = useAction(noticeEndpoints.readAll);
  // Whoever opens the panel does not wait for a quiet moment; nothing changes, and nothing is drawn, when that has come.
  const [isWanted, setIsWanted] = useState(false);
  const { data, error, reload } = useRead(noticeEndpoints.bellList, { query: { perPage: SHOWN, unreadOnly: 1 } }, { enabled: isIdle || isWanted, resource: "notices" });
  const [marked, setRead] = useState<{ of: unknown; ids: ReadonlySet<number> }>({ of: null, ids: NOTHING_READ });

  // New data forget what was read of the old.
  const readIds = marked.of === data ? marked.ids : NOTHING_READ;

  const notices = (data?.items ?? []).filter(({ id }) => !readIds.has(id));
  const unread = Math.max(0, (data?.meta.total ?? 0) - readIds.size);

  const handleRead = async (notice: Notice) => {
    const left = new Set(readIds).add(notice.id);
    setRead({ of: data, ids: left });
    try {
      await read({ body: { notificationIDs: [notice.id] } });
      if ((data?.items.length ?? 0) - left.size <= REFETCH_AT) reload();
    } catch {
      // The toast has said why; the notice comes back.
      setRead({ of: data, ids: readIds });
    }
  };
  const handleReadAll = async () => {
    try {
      await readAll();
      reload();
    } catch {
      // The toast has said why.
    }
  };

  return (
    <BellPanel label={bellLabel(data === undefined ? null : unread)} unread={unread} onOpen={() => setIsWanted(!isIdle)}>
      {notices.length === 0 ? (
        <p className="bell-empty">{data ? "Список уведомлений пуст" : error ? "Не удалось прочитать уведомления" : "Загружаем…"}</p>
      ) : (
        <ul className="plain-list">
          {notices.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} onRead={(one) => void handleRead(one)} />
          ))}
        </ul>
      )}
      <footer>
        <LightButton look="link" disabled={unread === 0} isBusy={isRunning} onClick={() => void handleReadAll()}>
          Очистить всё
        </LightButton>
        <PageLink className="button button-plain button-small" to="/notifications">
          Все уведомления
        </PageLink>
      </footer>
    </BellPanel>
  );
}
