import { PageLink } from "#console/ui/page-link.tsx";
import type { Notice } from "#contract/notices/notice-endpoints.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { useHasPage } from "#console/ui/page-index.ts";
import { NoticePicture } from "./notice-picture.tsx";
import "./notices.css";

interface NoticeItemProps {
  readonly notice: Notice;
  readonly onRead: (notice: Notice) => void;
}

/** One notice; its link, when its page is built, marks it read on the way. */
export function NoticeItem({ notice, onRead }: NoticeItemProps) {
  const { text, detail, to, tone, icon } = viewNotice(notice);
  const hasPage = useHasPage();
  const isUnread = notice.readDate === null;
  return (
    <li className="notice" data-unread={isUnread || undefined} data-tone={tone}>
      <NoticePicture icon={icon} />
      <div>
        {isUnread ? <span className="hidden-text">Не прочитано. </span> : null}
        {to && hasPage(to) ? (
          <PageLink to={to} onClick={() => isUnread && onRead(notice)}>
            {text}
          </PageLink>
        ) : (
          <span>{text}</span>
        )}
        {detail ? <p className="notice-detail">{detail}</p> : null}
        <small className="muted">
          <DateText value={notice.createdDate} />
        </small>
      </div>
      {isUnread ? (
        <button type="button" className="button button-link" onClick={() => onRead(notice)}>
          Прочитано<span className="hidden-text">: {text}</span>
        </button>
      ) : null}
    </li>
  );
}
