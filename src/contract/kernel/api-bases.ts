/**
 * The three API bases of the product. A path of the specification stands behind the prefix of its
 * base: `POST /open-api/v1/auth/login`, `GET /client-api/job/list`, `POST
 * /edoc-api/documents/{id}/sign-by-recipient`.
 *
 * Source: specification §7; prefixes: `architecture.md` §6.
 */
export const API_BASES = {
  open: { prefix: "/open-api", title: "Открытый API" },
  client: { prefix: "/client-api", title: "Клиентский API" },
  edoc: { prefix: "/edoc-api", title: "Сервис электронных документов" },
} as const;

export type ApiBase = keyof typeof API_BASES;

/**
 * Where the server-sent events of the console are read; an `EventSource` address, so not one of the
 * 183 calls.
 */
export const EVENTS_PATH = "/open-api/v1/events";

/**
 * Header of `my-info`: up to where the events are known to whoever reads data after it. Goes back
 * as `Last-Event-ID` when the stream opens.
 */
export const LIVE_PLACE_HEADER = "live-place";
