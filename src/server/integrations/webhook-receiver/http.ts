import { lookup as dnsLookup } from "node:dns";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isOpenAddress, PRIVATE_ADDRESS } from "#server/http/open-address.ts";
import type { WebhookReceiver } from "./port.ts";

const TIMEOUT_MS = 10_000;

interface ReceiverOptions {
  readonly isOpen?: (address: string) => boolean;
  readonly allowsHttp?: boolean;
  /** Time for the whole call. */
  readonly timeoutMs?: number;
}

/**
 * HTTPS to the open internet only. The address is checked when connecting: a name may resolve
 * differently a second later.
 */
export function httpWebhookReceiver({
  isOpen = isOpenAddress,
  allowsHttp = false,
  timeoutMs = TIMEOUT_MS,
}: ReceiverOptions = {}): WebhookReceiver {
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
    post: ({ url, body, headers }) =>
      new Promise((resolve, reject) => {
        const target = new URL(url);
        const host = target.hostname.replace(/^\[|\]$/g, "");
        if (target.protocol !== "https:" && !allowsHttp)
          return reject(new Error("Нужен адрес https"));
        // An IP literal skips DNS.
        if (isIP(host) !== 0 && !isOpen(host)) return reject(new Error(PRIVATE_ADDRESS));
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
