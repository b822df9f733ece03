import { NOTICE_TYPES, noticeNameOf } from "#contract/notices/notice-types.ts";
import { TOPIC_OF_NOTICE, type NoticeTopic } from "#contract/notices/notice-channels.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { formatDate } from "#contract/values/calendar-date.ts";
import { escapeMarkup } from "#contract/values/markup.ts";
import { countOf } from "#contract/values/plural.ts";
import type { PushMessage } from "#server/integrations/push/port.ts";

interface RenderedNotice {
  readonly type: string;
  readonly resource: Record<string, unknown>;
}

interface MessageContent {
  readonly notices: readonly RenderedNotice[];
  /** yyyy-MM-dd of a digest; `null`: immediate. */
  readonly day: string | null;
  /** `null`: no links. */
  readonly origin: string | null;
  /** Gets a copy at its address; `null`: for the person. */
  readonly company: string | null;
}

/** Further lines become a link. */
const MOST_LINES = 30;
/** Three parts of 67 Cyrillic characters. */
const SMS_LENGTH = 200;
/** Two lines of a telephone, unfolded four. */
const PUSH_LENGTH = 160;
const DAY_S = 86_400;
/** For a browser that is away; what else there is to tell is old by the next day. */
const SIGNED_WITHIN_DAYS = 3;
const FORMS = ["новое уведомление", "новых уведомления", "новых уведомлений"] as const;

export function renderMail({ notices, day, origin, company }: MessageContent): {
  subject: string;
  text: string;
  html: string;
} {
  const lines = notices.slice(0, MOST_LINES).map((notice) => {
    const { text, detail = "", to, outside } = viewNotice(notice);
    return {
      text: outside ?? text,
      detail: outside ? "" : detail,
      link: origin && to ? origin + to : "",
    };
  });
  const more = notices.length - lines.length;
  const rest =
    more > 0 ? `И ещё ${countOf(more, ["уведомление", "уведомления", "уведомлений"])}` : "";
  const page = origin ? `${origin}/notifications` : "";
  const settings = origin
    ? origin + (company === null ? "/notifications/settings" : "/profile/account?tab=settings")
    : "";
  const copy =
    company === null
      ? ""
      : `Копия уведомлений о компании ${company}: этот адрес указан в её настройках`;
  return {
    subject: subjectOf(notices, day),
    text: [
      ...lines.map(({ text, detail, link }) =>
        [`— ${text}`, detail, link].filter(Boolean).join("\n"),
      ),
      rest,
      copy,
      page ? `Все уведомления: ${page}` : "",
      settings ? `Настроить письма: ${settings}` : "",
    ]
      .filter(Boolean)
      .join("\n\n"),
    html: [
      "<ul>",
      ...lines.map(
        ({ text, detail, link }) =>
          `<li><p>${link ? `<a href="${escapeMarkup(link)}">${escapeMarkup(text)}</a>` : escapeMarkup(text)}${detail ? `<br>${escapeMarkup(detail)}` : ""}</p></li>`,
      ),
      "</ul>",
      rest ? `<p>${rest}</p>` : "",
      copy ? `<p>${escapeMarkup(copy)}</p>` : "",
      page
        ? `<p><a href="${escapeMarkup(page)}">Все уведомления</a> · <a href="${escapeMarkup(settings)}">Настроить письма</a></p>`
        : "",
    ].join(""),
  };
}

export function renderSms({ notices, day, origin }: MessageContent): string {
  const { text = "", outside, to } = notices[0] ? viewNotice(notices[0]) : {};
  const first = outside ?? text;
  const page = (notices.length === 1 ? to : undefined) ?? "/notifications";
  const link = origin ? ` ${origin}${page}` : "";
  if (notices.length === 1 && day === null) return shorten(first, SMS_LENGTH - link.length) + link;
  const count = `${day ? `За ${formatDate(day)}: ` : ""}${countOf(notices.length, FORMS)}. `;
  return count + shorten(first, SMS_LENGTH - count.length - link.length) + link;
}

/** The words of an SMS: a locked screen shows no more than that does. */
export function renderPush(
  notices: readonly RenderedNotice[],
): Pick<PushMessage, "title" | "text" | "to" | "keepSeconds"> {
  const [first] = notices;
  const { text = "", outside, to } = first ? viewNotice(first) : {};
  const isSigned = notices.some(({ type }) => topicOf(type) === "signing");
  return {
    title: subjectOf(notices, null),
    text: shorten(outside ?? text, PUSH_LENGTH),
    to: (notices.length === 1 ? to : undefined) ?? "/notifications",
    keepSeconds: (isSigned ? SIGNED_WITHIN_DAYS : 1) * DAY_S,
  };
}

function topicOf(type: string): NoticeTopic | null {
  const name = noticeNameOf(type);
  return name === null ? null : TOPIC_OF_NOTICE[name];
}

function subjectOf(notices: readonly RenderedNotice[], day: string | null): string {
  const count = countOf(notices.length, FORMS);
  if (day !== null) return `За ${formatDate(day)}: ${count}`;
  const name = notices[0] && notices.length === 1 ? noticeNameOf(notices[0].type) : null;
  return name === null ? count : NOTICE_TYPES[name].title;
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1)).trimEnd()}…`;
}
