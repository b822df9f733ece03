import { Type } from "typebox";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { Search, SortDirection, text } from "#contract/kernel/fields.ts";
import { itemsOf } from "#contract/kernel/paging.ts";
import { Id } from "#contract/values/ids.ts";
import { City, GeocodedPlace, Service, ServiceGroup } from "./reference-data.ts";

const order = {
  orderField: Type.Optional(
    Type.Unsafe<"filterIndex" | "panelIndex" | "title">({
      type: "string",
      enum: ["filterIndex", "panelIndex", "title"],
    }),
  ),
  orderDirection: Type.Optional(SortDirection),
};

/** Cacheable. Source: specification §7, «Legacy-style endpoints». */
export const referenceDataEndpoints = defineEndpoints("reference-data", {
  cityList: {
    base: "client",
    method: "GET",
    path: "/city/list",
    access: "public",
    summary: "Города",
    query: Type.Object({ search: Search }),
    answer: itemsOf(City),
  },
  cityInfo: {
    base: "client",
    method: "GET",
    path: "/city/info",
    access: "public",
    summary: "Город",
    query: Type.Object({ cityID: Id }),
    answer: City,
  },
  serviceList: {
    base: "client",
    method: "GET",
    path: "/service/list",
    access: "public",
    summary: "Услуги",
    query: Type.Object({ ...order, search: Search, groupID: Type.Optional(Id) }),
    answer: itemsOf(Service),
  },
  serviceGroupList: {
    base: "client",
    method: "GET",
    path: "/service-group/list",
    access: "public",
    summary: "Группы услуг",
    query: Type.Object(order),
    answer: itemsOf(ServiceGroup),
  },
  servicesByAccount: {
    base: "client",
    method: "GET",
    path: "/service/by-account/list",
    access: "public",
    summary: "Услуги, по которым заказчик размещал задания",
    query: Type.Object({ accountID: Type.Optional(Id) }),
    answer: itemsOf(Service),
  },
  /** Decision: the server calls the maps service, so the key stays there. */
  geocode: {
    base: "open",
    method: "GET",
    path: "/v1/geocode",
    access: "signed-in",
    summary: "Найти место по адресу",
    query: Type.Object({ query: text(255, 3) }),
    answer: itemsOf(GeocodedPlace),
    added: true,
  },
});
