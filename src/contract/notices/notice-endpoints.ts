import { Type } from "typebox";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { nullable, SortDirection, text } from "#contract/kernel/fields.ts";
import { listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { queryList } from "#contract/kernel/query-lists.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { CalendarDate, Done, Instant } from "#contract/values/wire.ts";
import {
  MOST_BROWSERS,
  NOTICE_CHANNEL,
  NOTICE_MODE,
  NOTICE_TOPIC_IDS,
  type NoticeTopic,
} from "./notice-channels.ts";
import type { NoticePayload } from "./notice-payloads.ts";
import type { NoticeName } from "./notice-types.ts";

/**
 * `type`: a class path of `NOTICE_TYPES`, or an unknown one; decides the shape of `resource`.
 * Source: specification §3, «Notification: id, type, created date, readDate, resource».
 */
export const Notice = Type.Object({
  id: Id,
  type: Type.String(),
  createdDate: Instant,
  readDate: nullable(Instant),
  resource: Type.Unsafe<Partial<NoticePayload<NoticeName>>>({
    type: "object",
    additionalProperties: true,
  }),
});
export type Notice = Type.Static<typeof Notice>;

const topic = Type.Unsafe<NoticeTopic>({ type: "string", enum: [...NOTICE_TOPIC_IDS] });

const NoticeChoice = Type.Object({
  channel: NOTICE_CHANNEL.schema,
  topic,
  mode: NOTICE_MODE.schema,
});

export const NoticeSettings = Type.Object({
  /** `address` is masked, of `PUSH` the count of browsers; `null`: none. */
  channels: Type.Array(
    Type.Object({
      channel: NOTICE_CHANNEL.schema,
      title: Type.String(),
      address: nullable(Type.String()),
    }),
  ),
  items: Type.Array(Type.Object({ ...NoticeChoice.properties, title: Type.String() })),
});
export type NoticeSettings = Type.Static<typeof NoticeSettings>;

/** As `PushSubscription.toJSON()` of a browser gives it. */
const PushSubscriber = Type.Object({
  endpoint: text(1000, 1),
  keys: Type.Object({ p256dh: text(200, 1), auth: text(100, 1) }),
});

const NoticesRead = Type.Object({ unreadCount: Type.Integer() });

/**
 * Flat keys: `filters[isRead]=false&filters[types]=…`. Source: specification §3, «Filters: isRead,
 * dateFrom, dateTo, types».
 */
const noticeFilters = {
  "filters[isRead]": Type.Optional(Type.Boolean()),
  "filters[dateFrom]": Type.Optional(CalendarDate),
  "filters[dateTo]": Type.Optional(CalendarDate),
  /** Class paths or their last segments. */
  "filters[types]": Type.Optional(queryList(text(120, 1), 100)),
};

/**
 * Both APIs call one service (`domain.md` §0.7). Source: specification §7, «Notifications and
 * technical notices».
 */
export const noticeEndpoints = defineEndpoints("notices", {
  list: {
    base: "open",
    method: "GET",
    path: "/v1/notifications",
    access: "signed-in",
    summary: "Уведомления с отбором",
    query: Type.Object({
      ...timePagingQuery,
      sortByDate: Type.Optional(SortDirection),
      ...noticeFilters,
    }),
    answer: listOf(Notice),
  },
  markAsRead: {
    base: "open",
    method: "POST",
    path: "/v1/notifications/{id}/mark-as-read",
    access: "signed-in",
    summary: "Отметить уведомление прочитанным",
    params: idParams,
    answer: NoticesRead,
  },
  markAllAsRead: {
    base: "open",
    method: "POST",
    path: "/v1/notifications/mark-all-as-read",
    access: "signed-in",
    summary: "Отметить прочитанными все уведомления или те, что найдены отбором",
    query: Type.Object(noticeFilters),
    answer: NoticesRead,
  },
  bellList: {
    base: "client",
    method: "GET",
    path: "/notification/list",
    access: "signed-in",
    summary: "Уведомления для колокольчика, новые первыми",
    query: Type.Object({
      ...timePagingQuery,
      unreadOnly: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    }),
    answer: listOf(Notice),
  },
  read: {
    base: "client",
    method: "POST",
    path: "/notification/read",
    access: "signed-in",
    summary: "Отметить прочитанными выбранные уведомления",
    body: Type.Object({ notificationIDs: Type.Array(Id, { minItems: 1, maxItems: 500 }) }),
    answer: NoticesRead,
  },
  readAll: {
    base: "client",
    method: "POST",
    path: "/notification/read-all",
    access: "signed-in",
    summary: "Очистить всё: отметить все уведомления прочитанными",
    answer: NoticesRead,
  },
  settings: {
    base: "open",
    method: "GET",
    path: "/v1/notification-settings",
    access: "signed-in",
    summary: "Какие уведомления приходят письмом, СМС и в браузер",
    answer: NoticeSettings,
    added: true,
  },
  saveSettings: {
    base: "open",
    method: "PUT",
    path: "/v1/notification-settings",
    access: "signed-in",
    summary:
      "Изменить, какие уведомления приходят письмом, СМС и в браузер; не названное не меняется. В браузер раз в день не присылают",
    body: Type.Object({ items: Type.Array(NoticeChoice, { minItems: 1, maxItems: 100 }) }),
    answer: NoticeSettings,
    added: true,
  },
  pushKey: {
    base: "open",
    method: "GET",
    path: "/v1/push-subscriptions/key",
    access: "signed-in",
    summary: "Открытый ключ, с которым браузер подписывается на уведомления",
    answer: Type.Object({ publicKey: Type.String() }),
    added: true,
  },
  subscribePush: {
    base: "open",
    method: "POST",
    path: "/v1/push-subscriptions",
    access: "signed-in",
    summary: `Присылать уведомления в этот браузер, пока в нём не выйдут; браузеров не больше ${MOST_BROWSERS}, лишний самый старый`,
    body: PushSubscriber,
    answer: Done,
    added: true,
  },
  unsubscribePush: {
    base: "open",
    method: "POST",
    path: "/v1/push-subscriptions/remove",
    access: "signed-in",
    summary: "Больше не присылать уведомления в этот браузер",
    body: Type.Object({ endpoint: PushSubscriber.properties.endpoint }),
    answer: Done,
    added: true,
  },
});
