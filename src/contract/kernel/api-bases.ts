/**
 * A path follows the prefix of its base: `POST /open-api/v1/auth/login`, `GET
 * /client-api/job/list`. Source: specification §7; prefixes: `architecture.md` §6.
 */
export const API_BASES = {
  open: { prefix: "/open-api", title: "Открытый API" },
  client: { prefix: "/client-api", title: "Клиентский API" },
  edoc: { prefix: "/edoc-api", title: "Сервис электронных документов" },
} as const;

export type ApiBase = keyof typeof API_BASES;

/** Server-sent events: an `EventSource`, so not one of the 183 calls. */
export const EVENTS_PATH = "/open-api/v1/events";

/**
 * Header of `my-info`: data read after it include every event up to this position; the client opens
 * the stream with it as `Last-Event-ID`.
 */
export const LIVE_PLACE_HEADER = "live-place";
