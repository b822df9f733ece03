import { lookup as dnsLookup } from "node:dns";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isLoopback, isOpenAddress, PRIVATE_ADDRESS } from "#server/http/open-address.ts";
import type { WebhookReceiver } from "./port.ts";

const TIMEOUT_MS = 10_000;

interface ReceiverOptions {
  /** This machine too, by HTTP as well: for whoever tries the product on his own. */
  readonly reachesLoopback?: boolean;
  /** Time for the whole call. */
  readonly timeoutMs?: number;
}

/**
 * HTTPS to the open internet only. The address is checked when connecting: a name may resolve
 * differently a second later.
 */
export function httpWebhookReceiver({
  reachesLoopback = false,
  timeoutMs = TIMEOUT_MS,
}: ReceiverOptions = {}): WebhookReceiver {
  const isOpen = (address: string) =>
    isOpenAddress(address) || (reachesLoopback && isLoopback(address));
  const refusalOf = (url: URL): string | null => {
    const host = hostOf(url);
    if (reachesLoopback && /^https?:$/.test(url.protocol))
      if (host === "localhost" || isLoopback(host)) return null;
    if (url.protocol !== "https:")
      return "Нужен адрес https: сообщения не должны идти открытым текстом";
    // A name without a dot is one of the inner network.
    const isInside = isIP(host) === 0 ? !host.includes(".") : !isOpen(host);
    return isInside ? PRIVATE_ADDRESS : null;
  };
  const lookup: LookupFunction = (hostname, options, done) => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(new Error("Имя сервера не найдено: проверьте адрес"), "", 4);
      if (addresses.some(({ address }) => !isOpen(address)))
        return done(new Error(PRIVATE_ADDRESS), "", 4);
      if (options.all)
        return (done as unknown as (error: null, all: typeof addresses) => void)(null, addresses);
      const [first] = addresses;
      if (!first) return done(new Error("Имя сервера не найдено: проверьте адрес"), "", 4);
      return done(null, first.address, first.family);
    });
  };
  return {
    refusalOf,
    post: ({ url, body, headers }) =>
      new Promise((resolve, reject) => {
        const target = new URL(url);
        // An IP literal skips DNS.
        const refusal = refusalOf(target);
        if (refusal !== null) return reject(new Error(refusal));
        const send = target.protocol === "https:" ? httpsRequest : httpRequest;
        const call = send(
          target,
          {
            method: "POST",
            lookup,
            agent: false,
            headers: {
              ...headers,
              "content-type": "application/json; charset=utf-8",
              "content-length": Buffer.byteLength(body),
            },
          },
          (answer) => {
            resolve(answer.statusCode ?? 0);
            answer.destroy();
          },
        );
        const timer = setTimeout(
          () => call.destroy(new Error("Сервер не ответил за 10 секунд")),
          timeoutMs,
        );
        call.on("close", () => clearTimeout(timer));
        call.on("error", (error: NodeJS.ErrnoException) =>
          reject(
            error.code === undefined
              ? error
              : new Error(`Соединение не установлено (${error.code})`, { cause: error }),
          ),
        );
        call.end(body);
      }),
  };
}

/** An IPv6 address without its brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}
