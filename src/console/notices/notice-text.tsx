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
  if (!to || !hasPage(to)) return <NoticeSentence notice={notice} />;
  return (
    <>
      {isUnread ? UNREAD : null}
      <PageLink to={to} title={text} onClick={() => isUnread && onRead(notice)}>
        {isUnread ? <strong>{text}</strong> : text}
      </PageLink>
    </>
  );
}

/** Leads nowhere. */
export function NoticeSentence({ notice }: Pick<NoticeTextProps, "notice">) {
  const { text } = viewNotice(notice);
  const isUnread = notice.readDate === null;
  return (
    <>
      {isUnread ? UNREAD : null}
      <span title={text}>{isUnread ? <strong>{text}</strong> : text}</span>
    </>
  );
}

const UNREAD = <span className="hidden-text">Не прочитано. </span>;
