/**
 * A specification path follows the prefix of its base: `POST /open-api/v1/auth/login`, `GET
 * /client-api/job/list`, `POST /edoc-api/documents/{id}/sign-by-recipient`.
 *
 * Source: specification §7; prefixes: `architecture.md` §6.
 */
export const API_BASES = {
  open: { prefix: "/open-api", title: "Открытый API" },
  client: { prefix: "/client-api", title: "Клиентский API" },
  edoc: { prefix: "/edoc-api", title: "Сервис электронных документов" },
} as const;

export type ApiBase = keyof typeof API_BASES;

/** URL of the console's server-sent events: an `EventSource`, so not one of the 183 calls. */
export const EVENTS_PATH = "/open-api/v1/events";

/**
 * Response header of `my-info`: data read after it include every event up to this position. The
 * client sends it as `Last-Event-ID` when it opens the stream.
 */
export const LIVE_PLACE_HEADER = "live-place";
