import axios, {
  type AxiosError,
  type AxiosInstance,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from "axios";
import { API_BASES, SHOWN_COMPANY_HEADER, type ApiBase } from "#contract/kernel/api-bases.ts";
import {
  bearerToken,
  callerHeaders,
  endSession,
  readRefusal,
  refreshToken,
} from "#web/session/session.ts";
import { consoleConfig } from "#web/wire/console-config.ts";
import { syncProductClock } from "#web/live/product-clock.ts";
import { queryText } from "#web/calls/call-endpoint.ts";
import { doubtServer } from "#web/wire/server-link.ts";
import { KEPT_AT } from "#web/offline/kept-store.ts";
import { noteKept } from "./note-kept.ts";

declare module "axios" {
  interface AxiosRequestConfig {
    /** Refreshed after a 401, and the request retried once. */
    sentWith?: string | null;
    isRepeated?: boolean;
  }
}

const instances = new Map<string, AxiosInstance>();

export function httpClient(base: ApiBase): AxiosInstance {
  return clientAt(`${consoleConfig().apiOrigins[base]}${API_BASES[base].prefix}`);
}

/** The only axios instance of an address. */
export function clientAt(baseURL: string): AxiosInstance {
  const known = instances.get(baseURL);
  if (known) return known;
  const client = axios.create({
    baseURL,
    paramsSerializer: { serialize: (query) => queryText(query).slice(1) },
  });
  client.interceptors.request.use(addCaller);
  client.interceptors.response.use(readServerTime, (error: AxiosError) =>
    repeatOrRefuse(client, error),
  );
  instances.set(baseURL, client);
  return client;
}

export function resetHttpClients(): void {
  instances.clear();
}

async function addCaller(config: InternalAxiosRequestConfig): Promise<InternalAxiosRequestConfig> {
  const token = await bearerToken();
  config.sentWith = token;
  // A repeated call brings those of its first attempt.
  config.headers.delete(["authorization", SHOWN_COMPANY_HEADER]);
  config.headers.set(callerHeaders(token));
  return config;
}

function readServerTime(response: AxiosResponse): AxiosResponse {
  // A cached response has an old `Date`.
  noteKept(response.headers[KEPT_AT]);
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
  throw await readRefusal(response?.status ?? 0, response?.data);
}
