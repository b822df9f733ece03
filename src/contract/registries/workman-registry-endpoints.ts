import { Type } from "typebox";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { Search } from "#contract/kernel/fields.ts";
import { listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { INVITATION_STATE } from "./invitation-states.ts";
import { Registry } from "./registry.ts";
import { registryAddedCalls } from "./registry-added-calls.ts";
import {
  InvitedWorkman,
  WorkmanRegistrationRegistryItem,
  WorkmanRegistryItem,
} from "./registry-item.ts";
import { REGISTRY_ITEM_STATE } from "./registry-item-states.ts";
import { registryItemsQuery, registryListQuery } from "./registry-queries.ts";

const view = "workman-registries.view";
const manage = "workman-registries.manage";

/** By default all that allow the action. */
const Chosen = Type.Object({
  registryID: Type.Optional(Id),
  itemIDs: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
});

const { items: _named, ...invitationCalls } = registryAddedCalls(
  "/v1/workman-registries",
  "реестра приглашений",
  "Отправить приглашения по реестру",
  view,
  manage,
  WorkmanRegistryItem,
);

/** Source: specification §7, `workman-registry`; `domain.md` §4.4. */
export const workmanRegistryEndpoints = defineEndpoints("workman-registries", {
  list: {
    base: "client",
    method: "GET",
    path: "/workman-registry",
    access: view,
    summary: "Реестры приглашений",
    query: registryListQuery,
    answer: listOf(Registry),
  },
  get: {
    base: "client",
    method: "GET",
    path: "/workman-registry/{id}",
    access: view,
    summary: "Реестр приглашений",
    params: idParams,
    answer: Registry,
  },
  items: {
    base: "client",
    method: "GET",
    path: "/workman-registry/{id}/items",
    access: view,
    summary: "Строки реестра приглашений",
    params: idParams,
    query: registryItemsQuery(REGISTRY_ITEM_STATE.schema),
    answer: listOf(WorkmanRegistryItem),
  },
  invitedList: {
    base: "client",
    method: "POST",
    path: "/workman-registry/invited/list",
    access: view,
    summary: "Приглашённые по реестрам",
    body: Type.Object({
      ...timePagingQuery,
      search: Search,
      registryID: Type.Optional(Id),
      onlyWaiting: Type.Optional(Type.Boolean()),
      states: Type.Optional(Type.Array(INVITATION_STATE.schema, { maxItems: 10 })),
    }),
    answer: listOf(InvitedWorkman),
  },
  cancelInvitations: {
    base: "client",
    method: "POST",
    path: "/workman-registry/cancel",
    access: manage,
    summary: "Отменить приглашения: выбранные или все неотвеченные реестра",
    body: Chosen,
    answer: Type.Object({ canceledCount: Type.Integer() }),
    idempotent: true,
  },
  resendInvitations: {
    base: "open",
    method: "POST",
    path: "/v1/workman-registries/invitations/resend",
    access: manage,
    summary:
      "Отправить приглашения ещё раз, с новой ссылкой: выбранные или все истёкшие и неотправленные реестра",
    body: Chosen,
    answer: Type.Object({ sentCount: Type.Integer() }),
    idempotent: true,
    added: true,
  },
  ...invitationCalls,
});

/** Source: specification §7, `workman/registries`; `domain.md` §4.5. */
export const workmanRegistrationRegistryEndpoints = defineEndpoints(
  "workman-registration-registries",
  {
    list: {
      base: "client",
      method: "GET",
      path: "/workman/registries",
      access: view,
      summary: "Реестры регистрации исполнителей",
      query: registryListQuery,
      answer: listOf(Registry),
    },
    get: {
      base: "client",
      method: "GET",
      path: "/workman/registries/{id}",
      access: view,
      summary: "Реестр регистрации исполнителей",
      params: idParams,
      answer: Registry,
    },
    ...registryAddedCalls(
      "/v1/workman-registration-registries",
      "реестра регистрации исполнителей",
      "Пригласить исполнителей реестра завершить регистрацию",
      view,
      manage,
      WorkmanRegistrationRegistryItem,
    ),
  },
);
