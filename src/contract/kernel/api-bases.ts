/**
 * Path prefixes: `POST /open-api/v1/auth/login`, `GET /client-api/job/list`. Source: specification
 * §7; `architecture.md` §6.
 */
export const API_BASES = {
  open: { prefix: "/open-api", title: "Открытый API" },
  client: { prefix: "/client-api", title: "Клиентский API" },
  edoc: { prefix: "/edoc-api", title: "Сервис электронных документов" },
} as const;

export type ApiBase = keyof typeof API_BASES;

/** Server-sent events, not one of the 183 calls. */
export const EVENTS_PATH = "/open-api/v1/events";

/**
 * Header of `my-info`: data read later include every event up to this position; the stream begins
 * with it as `Last-Event-ID`.
 */
export const LIVE_PLACE_HEADER = "live-place";

/**
 * Header of the pages' calls: the company on the screen, because the session may have gone over to
 * another one in another tab. Programs send none.
 */
export const SHOWN_COMPANY_HEADER = "shown-company";
