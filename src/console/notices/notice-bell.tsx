import { BellOutlined } from "@ant-design/icons";
import { Badge, Button, Drawer, Flex } from "antd";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "react-router";
import { noticeEndpoints, type Notice } from "#contract/notices/notice-endpoints.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { useIdle } from "#web/live/use-idle.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { useSession } from "#web/session/session.ts";
import { bellLabel } from "#web/layout/bell-label.ts";
import { useKeptPush } from "./use-kept-push.ts";

const NoticePanel = lazy(async () => ({
  default: (await import("./notice-panel.tsx")).NoticePanel,
}));
const SHOWN = 10;
/** Source: specification §7. */
const REFETCH_AT = 5;
const NOTHING_READ: ReadonlySet<number> = new Set();

/** Source: specification §2, «The notification panel». */
export function NoticeBell() {
  const isIdle = useIdle();
  useKeptPush(useSession().me?.id, isIdle);
  const { pathname } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const { run: read } = useCommand(noticeEndpoints.read, { changes: [] });
  const { run: readAll, isRunning } = useCommand(noticeEndpoints.readAll);
  const { data, error, reload } = useRead(
    noticeEndpoints.bellList,
    { query: { perPage: SHOWN, unreadOnly: 1 } },
    { enabled: isIdle || openedAt !== null },
  );
  const [marked, setMarked] = useState<{ of: unknown; ids: ReadonlySet<number> }>({
    of: null,
    ids: NOTHING_READ,
  });
  // New data resets local read marks.
  const readIds = marked.of === data ? marked.ids : NOTHING_READ;
  const notices = (data?.items ?? []).filter(({ id }) => !readIds.has(id));
  const unread = Math.max(0, (data?.meta.total ?? 0) - readIds.size);

  const handleRead = async (notice: Notice) => {
    const left = new Set(readIds).add(notice.id);
    setMarked({ of: data, ids: left });
    // After a refusal the toast has said why.
    if ((await read({ body: { notificationIDs: [notice.id] } })) === null)
      setMarked({ of: data, ids: readIds });
    else if ((data?.items.length ?? 0) - left.size <= REFETCH_AT) reload();
  };
  return (
    <>
      <Button
        type="text"
        aria-label={bellLabel(data === undefined ? null : unread)}
        aria-haspopup="dialog"
        aria-expanded={openedAt === pathname}
        icon={
          <Badge size="small" count={unread} overflowCount={99} offset={[4, -2]}>
            <BellOutlined style={{ fontSize: 18 }} />
          </Badge>
        }
        onClick={() => setOpenedAt(pathname)}
      />
      <Drawer
        title="Уведомления"
        width={420}
        open={openedAt === pathname}
        onClose={() => setOpenedAt(null)}
        styles={{ body: { paddingBlock: 0 } }}
        footer={
          <Flex justify="space-between" align="center">
            <Button disabled={unread === 0} loading={isRunning} onClick={() => void readAll()}>
              Очистить всё
            </Button>
            <PageLink to="/notifications">Все уведомления</PageLink>
          </Flex>
        }
      >
        {/* Content renders after the opening. */}
        <Suspense fallback="Загружаем…">
          <NoticePanel
            notices={data ? notices : null}
            isFailed={error !== null}
            onRead={(one) => void handleRead(one)}
          />
        </Suspense>
      </Drawer>
    </>
  );
}
