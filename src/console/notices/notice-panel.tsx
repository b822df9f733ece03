import { List } from "antd";
import type { Notice } from "#contract/notices/notice-endpoints.ts";
import { NoticeItem } from "./notice-item.tsx";

interface NoticePanelProps {
  /** `null` until loaded. */
  readonly notices: readonly Notice[] | null;
  readonly isFailed: boolean;
  readonly onRead: (notice: Notice) => void;
}

export function NoticePanel({ notices, isFailed, onRead }: NoticePanelProps) {
  return (
    <List
      dataSource={[...(notices ?? [])]}
      rowKey="id"
      locale={{
        emptyText: notices
          ? "Список уведомлений пуст"
          : isFailed
            ? "Не удалось прочитать уведомления"
            : "Загружаем…",
      }}
      renderItem={(notice) => <NoticeItem notice={notice} onRead={onRead} />}
    />
  );
}
