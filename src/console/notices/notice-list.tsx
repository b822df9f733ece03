import { Button } from "antd";
import { useEffect, useMemo, type ReactNode } from "react";
import { noticeEndpoints, type Notice } from "#contract/notices/notice-endpoints.ts";
import { NOTICE_CATEGORIES, NOTICE_TYPES, noticeNameOf } from "#contract/notices/notice-types.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import type { PagedList } from "#console/kit/use-paged-list.ts";
import type { Selection } from "#console/kit/use-selection.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { NOTICE_FILTERS } from "./notice-filters.tsx";
import { NoticeIcon } from "./notice-icon.tsx";
import { noticeQuery } from "./notice-query.ts";
import { NoticeSentence, NoticeText } from "./notice-text.tsx";
import { useReadNotices } from "./use-read-notices.ts";

const NEWEST_FIRST = { field: "createdDate", order: "desc" } as const;

export default function NoticeList() {
  const read = useReadNotices();
  const columns = useMemo(() => columnsOf(({ id }) => read([id])), [read]);
  return (
    <ListPage<Notice>
      resource="notices"
      title="Уведомления"
      columns={columns}
      filters={NOTICE_FILTERS}
      order={NEWEST_FIRST}
      countWords={["уведомление", "уведомления", "уведомлений"]}
      isFailureNotified
      actions={(list) => (
        <>
          <PageLink to="/notifications/settings">Настройка уведомлений</PageLink>
          {list.total > 0 ? <ReadAllButton list={list} /> : null}
        </>
      )}
      bulk={(selection, list) => <ReadChosenButton selection={selection} list={list} />}
      drawer={{
        title: ({ createdDate }) => <DateText value={createdDate} />,
        content: (notice) => <OpenedNotice notice={notice} read={read} />,
      }}
      empty={
        <>
          <p>Список уведомлений пуст</p>
          <p>Здесь появятся сообщения о заданиях, реестрах, выплатах и документах</p>
        </>
      }
    />
  );
}

function columnsOf(onRead: (notice: Notice) => void): readonly ListColumn<Notice>[] {
  return [
    column.date("createdDate", "Когда", ({ createdDate }) => createdDate, {
      sortField: "createdDate",
      isFixed: true,
      part: "day",
    }),
    {
      ...column.text<Notice>(
        "text",
        "Событие",
        (notice) => (
          <Told notice={notice}>
            <NoticeText notice={notice} onRead={onRead} />
          </Told>
        ),
        { isFixed: true, part: "name" },
      ),
      plain: (notice) => (
        <Told notice={notice}>
          <NoticeSentence notice={notice} />
        </Told>
      ),
    },
    column.text("category", "Раздел", ({ type }) => categoryOf(type), {
      width: 178,
      part: "state",
    }),
    column.text(
      "read",
      "Прочитано",
      (notice) =>
        notice.readDate === null ? (
          <Button
            type="link"
            size="small"
            style={{ padding: 0 }}
            aria-label={`Отметить прочитанным: ${viewNotice(notice).text}`}
            onClick={() => onRead(notice)}
          >
            Отметить
          </Button>
        ) : (
          <DateText value={notice.readDate} />
        ),
      { width: 150 },
    ),
  ];
}

function Told({ notice, children }: { readonly notice: Notice; readonly children: ReactNode }) {
  const { detail, tone, icon } = viewNotice(notice);
  return (
    <span className="notice" data-tone={tone} data-unread={notice.readDate === null || undefined}>
      <NoticeIcon icon={icon ?? "bell"} tone={tone} /> {children}{" "}
      {detail ? <span className="muted">{detail}</span> : null}
    </span>
  );
}

/** All that match the filters. */
function ReadAllButton({ list }: { readonly list: PagedList<Notice> }) {
  const { run, isRunning } = useCommand(noticeEndpoints.markAllAsRead, {
    done: "Все уведомления отмечены прочитанными",
  });
  return (
    <Button
      loading={isRunning}
      disabled={list.filters["isRead"] === "true"}
      onClick={() => void run({ query: noticeQuery(list.filters) })}
    >
      Отметить все прочитанными
    </Button>
  );
}

function ReadChosenButton({
  selection,
  list,
}: {
  readonly selection: Selection<Notice>;
  readonly list: PagedList<Notice>;
}) {
  const chosen = useCommand(noticeEndpoints.read, { done: "Отмечено прочитанным" });
  const all = useCommand(noticeEndpoints.markAllAsRead, { done: "Отмечено прочитанным" });
  const handleRead = async () => {
    const answer = await (selection.isEverything
      ? all.run({ query: noticeQuery(list.filters) })
      : chosen.run({ body: { notificationIDs: selection.keys.map(Number) } }));
    // After a refusal the rows stay selected.
    if (answer) selection.clear();
  };
  return (
    <Button
      size="small"
      loading={chosen.isRunning || all.isRunning}
      onClick={() => void handleRead()}
    >
      Отметить прочитанными
    </Button>
  );
}

function OpenedNotice({
  notice,
  read,
}: {
  readonly notice: Notice;
  readonly read: (ids: readonly number[]) => void;
}) {
  const { detail, tone, icon } = viewNotice(notice);
  const { id, readDate } = notice;
  useEffect(() => {
    if (readDate === null) read([id]);
  }, [id, readDate, read]);
  return (
    <>
      <p>
        <NoticeIcon icon={icon ?? "bell"} tone={tone} />{" "}
        <NoticeText notice={notice} onRead={() => read([id])} />
      </p>
      {detail ? <p>{detail}</p> : null}
    </>
  );
}

function categoryOf(type: string): string {
  const name = noticeNameOf(type);
  return name === null ? "—" : NOTICE_CATEGORIES[NOTICE_TYPES[name].category];
}
