import type { Notice } from "#contract/notices/notice-endpoints.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { useHasPage } from "#web/ui/page-index.ts";
import { PageLink } from "#web/ui/page-link.tsx";

interface NoticeTextProps {
  readonly notice: Notice;
  readonly onRead: (notice: Notice) => void;
}

export function NoticeText({ notice, onRead }: NoticeTextProps) {
  const { text, to } = viewNotice(notice);
  const hasPage = useHasPage();
  const isUnread = notice.readDate === null;
  const sentence = isUnread ? <strong>{text}</strong> : text;
  return (
    <>
      {isUnread ? <span className="hidden-text">Не прочитано. </span> : null}
      {to && hasPage(to) ? (
        <PageLink to={to} title={text} onClick={() => isUnread && onRead(notice)}>
          {sentence}
        </PageLink>
      ) : (
        <span title={text}>{sentence}</span>
      )}
    </>
  );
}
