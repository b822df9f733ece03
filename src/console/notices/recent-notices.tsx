import { List } from "antd";
import { noticeEndpoints, type Notice } from "#contract/notices/notice-endpoints.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { useCommand } from "#console/calls/use-command.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { NoticeItem } from "./notice-item.tsx";

const SHOWN = 5;

export default function RecentNotices() {
  const { data, isLoading } = useRead(
    noticeEndpoints.bellList,
    { query: { perPage: SHOWN } },
    { silent: true },
  );
  const { run: read } = useCommand(noticeEndpoints.read);
  const handleRead = ({ id }: Notice) => void read({ body: { notificationIDs: [id] } });
  return (
    <SectionCard
      title="Уведомления"
      extra={<PageLink to="/notifications">Все уведомления</PageLink>}
    >
      <List
        size="small"
        loading={isLoading}
        dataSource={data?.items ?? []}
        rowKey="id"
        locale={{ emptyText: isLoading ? " " : "Список уведомлений пуст" }}
        renderItem={(notice) => <NoticeItem notice={notice} onRead={handleRead} />}
      />
    </SectionCard>
  );
}
