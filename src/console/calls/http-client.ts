import axios, {
  type AxiosError,
  type AxiosInstance,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from "axios";
import { API_BASES, type ApiBase } from "#contract/kernel/api-bases.ts";
import { bearerToken, endSession, refreshToken } from "#web/session/session.ts";
import { consoleConfig } from "#web/wire/console-config.ts";
import { syncProductClock } from "#web/live/product-clock.ts";
import { queryText } from "#web/calls/call-endpoint.ts";
import { readErrorBody, toHttpError } from "#web/wire/http-error.ts";
import { doubtServer } from "#web/wire/server-link.ts";

declare module "axios" {
  interface AxiosRequestConfig {
    /** Refreshed after a 401, and the request retried once. */
    sentWith?: string | null;
    isRepeated?: boolean;
  }
}

const instances = new Map<ApiBase, AxiosInstance>();

/** The only axios instance of an API. */
export function httpClient(base: ApiBase): AxiosInstance {
  const known = instances.get(base);
  if (known) return known;
  const client = axios.create({
    baseURL: `${consoleConfig().apiOrigins[base]}${API_BASES[base].prefix}`,
    paramsSerializer: { serialize: (query) => queryText(query).slice(1) },
    headers: { "Accept-Language": "ru-RU" },
  });
  client.interceptors.request.use(addBearer);
  client.interceptors.response.use(readServerTime, (error: AxiosError) =>
    repeatOrRefuse(client, error),
  );
  instances.set(base, client);
  return client;
}

export function resetHttpClients(): void {
  instances.clear();
}

async function addBearer(config: InternalAxiosRequestConfig): Promise<InternalAxiosRequestConfig> {
  const token = await bearerToken();
  config.sentWith = token;
  if (token) config.headers.set("Authorization", `Bearer ${token}`);
  else config.headers.delete("Authorization");
  return config;
}

function readServerTime(response: AxiosResponse): AxiosResponse {
  // A cached response has an old `Date`.
  if (response.headers["cache-control"] === "no-store") syncProductClock(response.headers["date"]);
  return response;
}

async function repeatOrRefuse(client: AxiosInstance, error: AxiosError): Promise<unknown> {
  // Cancelled for an unmounted screen; no error.
  if (axios.isCancel(error)) throw error;
  const { config, response } = error;
  if (response?.status === 401 && config && config.sentWith && !config.isRepeated) {
    // Without a fresh token retry as a guest: public data is readable.
    if ((await refreshToken(config.sentWith)) === null) endSession();
    return client.request({ ...config, isRepeated: true });
  }
  if (!response) void doubtServer();
  throw toHttpError(response?.status ?? 0, await readErrorBody(response?.data));
}
