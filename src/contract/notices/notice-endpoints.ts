import { Type } from "typebox";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { nullable, SortDirection, text } from "#contract/kernel/fields.ts";
import { listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { queryList } from "#contract/kernel/query-lists.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { CalendarDate, Instant } from "#contract/values/wire.ts";
import {
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
  /** `address` is masked; `null`: none. */
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
    summary: "Какие уведомления приходят письмом и СМС",
    answer: NoticeSettings,
    added: true,
  },
  saveSettings: {
    base: "open",
    method: "PUT",
    path: "/v1/notification-settings",
    access: "signed-in",
    summary: "Изменить, какие уведомления приходят письмом и СМС; не названное не меняется",
    body: Type.Object({ items: Type.Array(NoticeChoice, { minItems: 1, maxItems: 100 }) }),
    answer: NoticeSettings,
    added: true,
  },
});
