import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Client } from "minio";
import { AppError } from "#server/http/app-error.ts";
import { makeOnFirstUse } from "#server/work/make-on-first-use.ts";
import { checkStorageKey, NoSuchFile, type FileStorage } from "./port.ts";

export interface S3Target {
  /** `https://s3.example.ru`; the bucket goes into the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

export interface S3Storage extends FileStorage {
  /**
   * Writes a small file.
   *
   * @returns why it was rejected.
   * @throws AppError `unavailable` - without an answer.
   */
  findRefusal(): Promise<string | null>;
}

/** Ms until it counts as down: the caller waits inside a transaction. */
const SILENCE_MS = 20_000;
const PROBE_KEY = "start-up-probe";

export function s3Storage(target: S3Target): S3Storage {
  const { bucket, prefix } = target;
  const connect = makeOnFirstUse(() => connectTo(target));
  const nameOf = (key: string) => prefix + checkStorageKey(key);
  const ask = async <T>(
    key: string,
    call: (client: Client, name: string) => Promise<T>,
  ): Promise<T> => {
    const name = nameOf(key);
    try {
      return await call(await connect(), name);
    } catch (error) {
      throw codeOf(error) === "NoSuchKey" || codeOf(error) === "NotFound"
        ? new NoSuchFile(key)
        : new AppError("unavailable", undefined, { cause: withoutRequest(error) });
    }
  };
  return {
    async store(key, path) {
      const { size } = await stat(path);
      // `putObject` would hold 64 MiB in memory and leave parts of interrupted uploads.
      const digest = isSecure(target) ? "" : await sha256Of(path);
      await ask(key, async (client, objectName) => {
        const request = {
          method: "PUT",
          bucketName: bucket,
          objectName,
          headers: { "content-length": String(size) },
        };
        const answer = await client.makeRequestStreamAsync(
          request,
          createReadStream(path),
          digest,
          [200],
          target.region,
        );
        answer.resume();
      });
      await rm(path, { force: true });
    },
    open: (key) => ask(key, (client, name) => client.getObject(bucket, name)),
    async localPath(key) {
      const folder = await mkdtemp(join(tmpdir(), "stored-file-"));
      const release = () => rm(folder, { recursive: true, force: true });
      const path = join(folder, "file");
      try {
        await ask(key, (client, name) => client.fGetObject(bucket, name, path));
        return { path, release };
      } catch (error) {
        await release();
        throw error;
      }
    },
    async remove(key) {
      await ask(key, (client, name) => client.removeObject(bucket, name)).catch(
        (error: unknown) => {
          if (!(error instanceof NoSuchFile)) throw error;
        },
      );
    },
    async findRefusal() {
      try {
        await (await connect()).putObject(bucket, nameOf(PROBE_KEY), Buffer.from("ok"));
        return null;
      } catch (error) {
        // A code in words is the storage's answer.
        if (isAnswer(error)) return codeOf(error);
        throw new AppError("unavailable", undefined, { cause: withoutRequest(error) });
      }
    },
  };
}

function isSecure({ endpoint }: S3Target): boolean {
  return endpoint.startsWith("https:");
}

/** Without TLS the signature covers the content. */
async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

async function connectTo(target: S3Target): Promise<Client> {
  const { Client } = await import("minio");
  const { region, accessKey, secretKey } = target;
  const { hostname, port } = new URL(target.endpoint);
  return new Client({
    // The client wants IPv6 without brackets.
    endPoint: hostname.replace(/^\[|\]$/g, ""),
    useSSL: isSecure(target),
    ...(port === "" ? {} : { port: Number(port) }),
    region,
    accessKey,
    secretKey,
    pathStyle: true,
    // The client would resend a consumed stream; the caller retries.
    retryOptions: { disableRetry: true },
    transport: impatient(isSecure(target) ? https : http),
  });
}

type Transport = Pick<typeof https, "request">;

/** The client waits for ever. */
function impatient(transport: typeof http | typeof https): Transport {
  const request = (
    options: https.RequestOptions,
    onResponse?: (response: http.IncomingMessage) => void,
  ) => {
    const asked = transport.request(options, onResponse);
    return asked.setTimeout(SILENCE_MS, () =>
      asked.destroy(new Error("the file storage is silent")),
    );
  };
  return { request } as Transport;
}

function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? code : "";
}

/** Storage codes are words (`AccessDenied`), connection codes capitals (`ECONNREFUSED`). */
function isAnswer(error: unknown): boolean {
  return /^[A-Z][a-z]/.test(codeOf(error));
}

/** The client's errors contain answers and keys. */
function withoutRequest(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  return new Error(`file storage: ${codeOf(error)} ${message}`.trim());
}
