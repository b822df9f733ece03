import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Derived from one secret, each for one purpose. */
export interface Secrets {
  /** HS256, for access tokens. */
  readonly tokenKey: KeyObject;
  /** Of a one-time code or refresh token: a stolen table is useless. */
  digest(purpose: string, value: string): Buffer;
  seal(plain: string | Uint8Array): Buffer;
  /** @throws Error when sealed with another secret. */
  unseal(sealed: Buffer): string;
  unsealBytes(sealed: Buffer): Buffer;
  /** Key for `seal` and `unseal` in another thread, or by which a service of browsers knows us. */
  keyFor(purpose: string): Uint8Array;
}

/** Made at the first start (mode 0600). */
export async function loadSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, "secret");
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(path, randomBytes(48).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFile(path, "utf8");
}

export function makeSecrets(secret: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
  const digestKey = derive("digest");
  const sealKey = derive("seal");
  return {
    tokenKey: createSecretKey(derive("access-token")),
    digest: (purpose, value) =>
      createHmac("sha256", digestKey).update(`${purpose}\n${value}`).digest(),
    seal: (plain) => seal(sealKey, plain),
    unseal: (sealed) => unseal(sealKey, sealed),
    unsealBytes: (sealed) => unsealBytes(sealKey, sealed),
    keyFor: (purpose) => derive(`seal ${purpose}`),
  };
}

/** AES-256-GCM: nonce, tag, text. */
export function seal(key: Uint8Array, plain: string | Uint8Array): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

export function unseal(key: Uint8Array, sealed: Buffer): string {
  return unsealBytes(key, sealed).toString("utf8");
}

function unsealBytes(key: Uint8Array, sealed: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}
