import { noticeEndpoints as endpoints } from "#contract/notices/notice-endpoints.ts";
import type { QueryOf } from "#contract/kernel/define-endpoints.ts";
import { NOTICE_TYPES, noticeNameOf } from "#contract/notices/notice-types.ts";
import { notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { countUnread, listNotices, readNotices, type NoticeFilters } from "../queries.ts";

export function serveNotices(serve: Serve, { clock }: Platform): void {
  serve.list(endpoints.list, ({ actor, query }) =>
    listNotices(actor.personId, { ...filtersOf(query), before: query.before }, query.sortByDate),
  );

  serve.list(endpoints.bellList, ({ actor, query }) =>
    listNotices(actor.personId, {
      before: query.before,
      isRead: query.unreadOnly === 1 ? false : undefined,
    }),
  );

  const read = async (trx: Trx, personId: number, chosen: readonly number[] | NoticeFilters) => {
    const found = await readNotices(trx, personId, chosen, clock.now());
    if (found > 0) await announce(trx, { to: `person:${personId}`, resource: "notices" });
    return { found, answer: { unreadCount: await countUnread(trx, personId) } };
  };

  serve(endpoints.markAsRead, async ({ actor, params, trx, audit }) => {
    const { found, answer } = await read(trx, actor.personId, [params.id]);
    if (found === 0) throw notFound("Уведомление не найдено");
    audit({ event: "notification.read", object: { type: "notice", id: params.id } });
    return answer;
  });

  serve(endpoints.read, async ({ actor, body, trx, audit }) => {
    // Foreign ids are ignored.
    const { found, answer } = await read(trx, actor.personId, body.notificationIDs);
    audit({ event: "notification.read", after: { count: found } });
    return answer;
  });

  serve(endpoints.markAllAsRead, async ({ actor, query, trx, audit }) => {
    const { found, answer } = await read(trx, actor.personId, filtersOf(query));
    audit({ event: "notification.read", after: { count: found } });
    return answer;
  });

  serve(endpoints.readAll, async ({ actor, trx, audit }) => {
    const { found, answer } = await read(trx, actor.personId, {});
    audit({ event: "notification.read", after: { count: found } });
    return answer;
  });
}

function filtersOf(query: QueryOf<typeof endpoints.markAllAsRead>): NoticeFilters {
  const types = query["filters[types]"];
  return {
    isRead: query["filters[isRead]"],
    dateFrom: query["filters[dateFrom]"],
    dateTo: query["filters[dateTo]"],
    types: types?.length ? types.map(typeOf) : undefined,
  };
}

/** By class path or its last segment. */
function typeOf(text: string): string {
  const name = noticeNameOf(text);
  return name === null ? text : NOTICE_TYPES[name].id;
}
