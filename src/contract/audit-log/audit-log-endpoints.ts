import { Type } from "typebox";
import { Role } from "#contract/access/roles.ts";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { nullable, periodQuery, Search, text } from "#contract/kernel/fields.ts";
import { itemsOf, listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { queryList } from "#contract/kernel/query-lists.ts";
import { Id } from "#contract/values/ids.ts";
import { Instant } from "#contract/values/wire.ts";

/** Source: `domain.md` §2.12. */
const AuditActor = Type.Object({
  type: Type.Unsafe<"user" | "workman" | "system" | "moderator" | "api">({
    type: "string",
    enum: ["user", "workman", "system", "moderator", "api"],
  }),
  id: nullable(Id),
  name: nullable(Type.String()),
  role: nullable(Type.String()),
});

const snapshot = Type.Unsafe<Record<string, unknown> | null>({
  anyOf: [{ type: "object", additionalProperties: true }, { type: "null" }],
});

/** Personal data are masked. `event`: `object.verb`. Source: `domain.md` §2.12. */
export const AuditRecord = Type.Object({
  id: Id,
  at: Instant,
  event: Type.String(),
  title: Type.String({ description: "Событие по-русски: «Реестр запущен»" }),
  actor: AuditActor,
  object: nullable(
    Type.Object({ type: Type.String(), id: Type.String(), title: nullable(Type.String()) }),
  ),
  before: snapshot,
  after: snapshot,
  reason: nullable(Type.String()),
  ip: nullable(Type.String()),
  requestId: nullable(Type.String()),
});
export type AuditRecord = Type.Static<typeof AuditRecord>;

/** A refusal of security to a person, or to somebody in his name. */
const OwnRefusal = Type.Object({
  id: Type.String(),
  at: Instant,
  title: Type.String({ description: "«Введён неверный код»" }),
  call: Type.String({ description: "Что вызывали, по-русски" }),
  /** Of this hour so far: the first, tenth, hundredth are told. */
  count: Type.Integer(),
  ip: nullable(Type.String()),
});

/** Each record has the previous one's hash. */
const AuditVerification = Type.Object({
  isWhole: Type.Boolean(),
  /** First record with a wrong hash. */
  brokenID: nullable(Id),
  recordsCount: Type.Integer(),
  checkedAt: Instant,
});
type AuditVerification = Type.Static<typeof AuditVerification>;

/** Added: the specification has the page but no call. */
export const auditLogEndpoints = defineEndpoints("audit-log", {
  list: {
    base: "open",
    method: "GET",
    path: "/v1/account/log",
    access: "log.view",
    summary: "Журнал действий, новые первыми",
    query: Type.Object({
      ...timePagingQuery,
      ...periodQuery,
      search: Search,
      events: Type.Optional(queryList(text(60), 50)),
      userID: Type.Optional(Id),
      objectType: Type.Optional(text(40)),
      objectID: Type.Optional(text(40)),
    }),
    answer: listOf(AuditRecord),
    added: true,
  },
  own: {
    base: "open",
    method: "GET",
    path: "/v1/me/refusals",
    access: "signed-in",
    summary: "Отказы по безопасности мне и от моего имени, последние 50",
    answer: itemsOf(OwnRefusal),
    added: true,
  },
  verification: {
    base: "open",
    method: "GET",
    path: "/v1/account/log/verification",
    access: "log.view",
    summary: "Проверить цепочку журнала: не изменена и не удалена ли в нём запись",
    answer: AuditVerification,
    added: true,
  },
  actors: {
    base: "open",
    method: "GET",
    path: "/v1/account/log/actors",
    access: "log.view",
    summary: "Люди, которые работают или работали в компании: отбор журнала",
    answer: itemsOf(
      Type.Object({ id: Id, name: Type.String(), role: Role, isRemoved: Type.Boolean() }),
    ),
    added: true,
  },
});
