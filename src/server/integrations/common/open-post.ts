import { lookup as dnsLookup } from "node:dns";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isLoopback, isOpenAddress, PRIVATE_ADDRESS } from "#server/http/open-address.ts";

export interface OpenPostOptions {
  /** This machine too, by HTTP as well: for whoever tries the product on his own. */
  readonly reachesLoopback?: boolean;
  /** Time for the whole call. */
  readonly timeoutMs?: number;
}

interface OpenMessage {
  readonly url: string;
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** To an address that a person has named: not trusted. */
export interface OpenPost {
  /** Why nothing is ever sent there, in Russian; `null`: it is. Names are looked up by `post`. */
  refusalOf(url: URL): string | null;
  /**
   * @returns the HTTP status; redirects are not followed.
   * @throws Error in Russian: no answer, no such host, or an address inside our network.
   */
  post(message: OpenMessage): Promise<number>;
}

const TIMEOUT_MS = 10_000;
/** Also of a shorter time: a test's, or that of a message which is not waited for. */
const NO_ANSWER = `Сервер не ответил за ${TIMEOUT_MS / 1000} секунд`;

/**
 * HTTPS to the open internet only. The address is checked when connecting: a name may resolve
 * differently a second later.
 */
export function openPost({
  reachesLoopback = false,
  timeoutMs = TIMEOUT_MS,
}: OpenPostOptions): OpenPost {
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
            headers: { ...headers, "content-length": Buffer.byteLength(body) },
          },
          (answer) => {
            resolve(answer.statusCode ?? 0);
            answer.destroy();
          },
        );
        const timer = setTimeout(() => call.destroy(new Error(NO_ANSWER)), timeoutMs);
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
