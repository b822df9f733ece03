import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

interface Heard {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface PushService {
  readonly origin: string;
  readonly heard: Heard[];
  /** Status by path; 201 otherwise. */
  readonly answers: Map<string, number>;
  close(): Promise<void>;
}

/** Where browsers leave their addresses; on this machine. */
export async function startPushService(): Promise<PushService> {
  const heard: Heard[] = [];
  const answers = new Map<string, number>();
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      heard.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      reply.writeHead(answers.get(path) ?? 201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export interface ABrowser {
  /** What `PushSubscription.toJSON()` says. */
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  /** @throws Error for a message that is not for this browser. */
  decrypt(body: Buffer): unknown;
}

/** RFC 8291, written anew: the product's own library must not judge itself. */
export function aBrowser(endpoint: string): ABrowser {
  const pair = createECDH("prime256v1");
  const ownKey = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      keys: { p256dh: ownKey.toString("base64url"), auth: auth.toString("base64url") },
    },
    decrypt(body) {
      const salt = body.subarray(0, 16);
      const textAt = 21 + (body[20] ?? 0);
      const theirKey = body.subarray(21, textAt);
      const derive = (secret: Buffer, salted: Buffer, info: Buffer, length: number) =>
        Buffer.from(hkdfSync("sha256", secret, salted, info, length));
      const shared = derive(
        pair.computeSecret(theirKey),
        auth,
        Buffer.concat([Buffer.from("WebPush: info\0"), ownKey, theirKey]),
        32,
      );
      const key = derive(shared, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
      const nonce = derive(shared, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
      const decipher = createDecipheriv("aes-128-gcm", key, nonce);
      decipher.setAuthTag(body.subarray(-16));
      const text = Buffer.concat([decipher.update(body.subarray(textAt, -16)), decipher.final()]);
      // The last record ends with the sign 2 and zeros.
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
    },
  };
}
