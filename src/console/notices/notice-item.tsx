import { Button, Flex, List, theme, Typography } from "antd";
import type { Notice } from "#contract/notices/notice-endpoints.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { NoticeIcon } from "./notice-icon.tsx";
import { NoticeText } from "./notice-text.tsx";

interface NoticeItemProps {
  readonly notice: Notice;
  readonly onRead: (notice: Notice) => void;
}

export function NoticeItem({ notice, onRead }: NoticeItemProps) {
  const { text, detail, tone, icon } = viewNotice(notice);
  const { token } = theme.useToken();
  const isUnread = notice.readDate === null;
  return (
    // The tax authority's yellow stays after reading.
    <List.Item
      className="notice"
      data-tone={tone}
      data-unread={isUnread || undefined}
      style={tone === "tax" ? { background: token.colorWarningBg, paddingInline: 8 } : undefined}
    >
      <Flex gap={12} align="start" style={{ width: "100%" }}>
        <NoticeIcon icon={icon ?? "bell"} tone={tone} />
        <Flex vertical flex={1} style={{ minWidth: 0, overflowWrap: "anywhere" }}>
          <span>
            <NoticeText notice={notice} onRead={onRead} />
          </span>
          {detail ? <span>{detail}</span> : null}
          <Flex justify="space-between" align="center" style={{ minHeight: 24 }}>
            <Typography.Text type={tone === "tax" ? undefined : "secondary"}>
              <DateText value={notice.createdDate} />
            </Typography.Text>
            {isUnread ? (
              <Button
                type="link"
                size="small"
                aria-label={`Отметить прочитанным: ${text}`}
                onClick={() => onRead(notice)}
              >
                Отметить прочитанным
              </Button>
            ) : null}
          </Flex>
        </Flex>
      </Flex>
    </List.Item>
  );
}
