import { createECDH, ECDH } from "node:crypto";
import webPush from "web-push";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { openPost, type OpenPostOptions } from "../common/open-post.ts";
import type { PushGateway } from "./port.ts";

const CURVE = "prime256v1";
/** Shorter than others wait: messages to telephones go by the same task. */
const TIMEOUT_MS = 5_000;
const GONE: ReadonlySet<number> = new Set([404, 410]);

interface PushOptions extends OpenPostOptions {
  /** 32 bytes; the same for all processes, or browsers would have to subscribe anew. */
  readonly key: Uint8Array;
}

/** RFC 8030, 8188, 8291 and 8292; services of browsers on the open internet. */
export function httpPush({ key, timeoutMs = TIMEOUT_MS, ...options }: PushOptions): PushGateway {
  const { refusalOf, post } = openPost({ ...options, timeoutMs });
  const pair = createECDH(CURVE);
  pair.setPrivateKey(key);
  const publicKey = pair.getPublicKey("base64url");
  const vapidDetails = {
    subject: `mailto:${PLATFORM_COMPANY.email}`,
    publicKey,
    privateKey: Buffer.from(key).toString("base64url"),
  };
  return {
    publicKey,
    refusalOf({ endpoint, p256dh, auth }) {
      if (!URL.canParse(endpoint)) return "Это не адрес службы уведомлений";
      if (Buffer.from(auth, "base64url").length !== 16 || !isPoint(p256dh))
        return "Ключи браузера не подходят: включите уведомления заново";
      return refusalOf(new URL(endpoint));
    },
    async send({ endpoint, p256dh, auth }, { id, title, text, to, keepSeconds }) {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify({ id, title, text, to }),
        {
          vapidDetails,
          TTL: keepSeconds,
          urgency: "high",
          // At most 32 signs.
          topic: id.replaceAll("-", ""),
        },
      );
      const status = await post({
        url: endpoint,
        body: body ?? "",
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
        ),
      });
      if (GONE.has(status)) return "GONE";
      if (status < 200 || status > 299)
        throw new Error(`Служба уведомлений браузера ответила ${status}`);
      return "SENT";
    },
  };
}

function isPoint(text: string): boolean {
  try {
    return ECDH.convertKey(Buffer.from(text, "base64url"), CURVE).length === 65;
  } catch {
    return false;
  }
}
