import axios, { AxiosError, type InternalAxiosRequestConfig } from "axios";
import { vi } from "vitest";
import type { MyInfo } from "#contract/auth/session.ts";
import { permissionsOf } from "#contract/access/role-permissions.ts";
import { ROLES, type RoleId } from "#contract/access/roles.ts";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

type Answer = { status?: number; body?: unknown; headers?: Record<string, string>; raw?: BodyInit };
type Handler = Answer | ((request: SeenRequest) => Answer | Promise<Answer>);

/** `"GET /open-api/v1/notifications"` → response; else 404. Axios goes through `fetch` too. */
export function consoleServer(handlers: Record<string, Handler>): {
  readonly seen: SeenRequest[];
  readonly set: (call: string, handler: Handler) => void;
} {
  const seen: SeenRequest[] = [];
  const known = new Map(Object.entries(handlers));
  const answer = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, "http://localhost");
    const request: SeenRequest = {
      method: init.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? JSON.parse(init.body) : init.body,
    };
    seen.push(request);
    const handler = known.get(`${request.method} ${request.path}`) ?? {
      status: 404,
      body: { message: "Не найдено", code: "not_found", requestId: "test" },
    };
    const {
      status = 200,
      body,
      headers,
      raw,
    } = typeof handler === "function" ? await handler(request) : handler;
    return new Response(raw ?? JSON.stringify(body ?? {}), {
      status,
      headers: { "content-type": "application/json", ...headers },
    });
  };
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) =>
    answer(input instanceof Request ? input.url : String(input), init),
  );
  axios.defaults.adapter = (config) => throughFetch(config, answer);
  return { seen, set: (call, handler) => known.set(call, handler) };
}

async function throughFetch(
  config: InternalAxiosRequestConfig,
  send: (address: string, init: RequestInit) => Promise<Response>,
) {
  const method = (config.method ?? "get").toUpperCase();
  const answer = await send(axios.getUri(config), {
    method,
    headers: config.headers as never,
    body: config.data as BodyInit,
  });
  const data =
    config.responseType === "blob"
      ? await answer.blob()
      : await answer
          .text()
          .then((text) =>
            answer.headers.get("content-type")?.includes("json") && text ? JSON.parse(text) : text,
          );
  const response = {
    data,
    status: answer.status,
    statusText: "",
    headers: Object.fromEntries(answer.headers),
    config,
  };
  if (answer.status >= 400)
    throw new AxiosError("refused", "ERR_BAD_RESPONSE", config, null, response);
  return response;
}

/** Signed in, in one active company. */
export function aPerson(role: RoleId | null = "OWNER", changed: Partial<MyInfo> = {}): MyInfo {
  const accounts =
    role === null
      ? []
      : [
          {
            id: 1,
            companyDetailsName: "ООО «Ромашка»",
            logoPicture: null,
            stateID: "ACTIVE" as const,
            role: { id: role, title: ROLES[role].title },
          },
        ];
  return {
    id: 7,
    name: "Анна Петрова",
    firstName: "Анна",
    lastName: "Петрова",
    middleName: null,
    phone: "79000000001",
    email: null,
    city: null,
    picture: null,
    logoPicture: null,
    accounts,
    currentAccountID: role === null ? null : 1,
    role: role === null ? null : { id: role, title: ROLES[role].title },
    permissions: role === null ? [] : permissionsOf(role),
    projectIDs: null,
    isWorkman: false,
    workman: null,
    isDemonstration: true,
    registeredAt: "2026-01-05T10:00:00Z",
    draftKey: String(changed.id ?? 7).padStart(64, "0"),
    ...changed,
  };
}
