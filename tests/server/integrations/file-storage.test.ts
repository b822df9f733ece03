import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { inspect } from "node:util";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderStorage } from "#server/integrations/file-storage/folder.ts";
import { NoSuchFile, type FileStorage } from "#server/integrations/file-storage/port.ts";
import { s3Storage } from "#server/integrations/file-storage/s3.ts";
import { refuseClosedStorage } from "#server/open-product.ts";
import { startS3Server, type S3Server } from "#tests/support/s3-server.ts";

let s3: S3Server;
let folder: string;
beforeAll(async () => {
  s3 = await startS3Server();
  folder = mkdtempSync(join(tmpdir(), "file-storage-"));
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const aFile = (content: Buffer): string => {
  const path = join(folder, randomUUID());
  writeFileSync(path, content);
  return path;
};

/** Two of each kind, like two processes: one stores, the other reads. */
const KINDS: readonly [name: string, open: () => FileStorage][] = [
  ["a folder", () => folderStorage(join(folder, "files"))],
  ["a bucket", () => s3Storage(s3.target)],
];

describe.each(KINDS)("files in %s", (_name, open) => {
  test.each([
    ["empty", 0],
    ["small", 1_000],
    // More than one S3 part.
    ["large", 12 * 1024 * 1024 + 7],
  ])(
    "a file that is %s comes out of another process as it went in, and is not left where it was",
    async (_size, bytes) => {
      const [writer, reader] = [open(), open()];
      const content = randomBytes(bytes);
      const key = `export-${randomBytes(16).toString("hex")}`;
      const path = aFile(content);
      await writer.store(key, path);
      expect(existsSync(path)).toBe(false);
      expect((await buffer(await reader.open(key))).equals(content)).toBe(true);
      const local = await reader.localPath(key);
      expect(readFileSync(local.path).equals(content)).toBe(true);
      await local.release();
      // Released by one reader, still there for the next.
      expect((await buffer(await reader.open(key))).equals(content)).toBe(true);
    },
  );

  test("a key nobody has stored is no file, and removing it twice is no error", async () => {
    const storage = open();
    const key = randomUUID();
    await expect(storage.open(key)).rejects.toThrow(NoSuchFile);
    await expect(storage.localPath(key)).rejects.toThrow(NoSuchFile);
    await storage.store(key, aFile(Buffer.from("once")));
    await storage.remove(key);
    await storage.remove(key);
    await expect(storage.open(key)).rejects.toThrow(NoSuchFile);
  });

  test("a key that would lead out of the storage is refused", async () => {
    const storage = open();
    for (const key of ["../../etc/passwd", "a/b", "", "UPPER-CASE-KEY"]) {
      await expect(storage.store(key, aFile(Buffer.from("x")))).rejects.toThrow(
        "not a storage key",
      );
      await expect((async () => storage.open(key))()).rejects.toThrow("not a storage key");
    }
  });

  test("a file that cannot be stored stays where it was", async () => {
    await expect(open().store(randomUUID(), join(folder, "there-is-none"))).rejects.toThrow(
      "ENOENT",
    );
  });
});

describe("a bucket that is closed to us", () => {
  const log = () => {
    const lines: string[] = [];
    return {
      lines,
      logger: pino({ level: "debug" }, { write: (line: string) => void lines.push(line) }),
    };
  };

  test("ends the start with one sentence, which shows no key", async () => {
    const { lines, logger } = log();
    const wrongKey = { ...s3.target, secretKey: "a-secret-nobody-may-read" };
    const refusal = await refuseClosedStorage(wrongKey, logger).catch((error: Error) => error);
    expect((refusal as Error).message).toMatch(
      /^FILE_STORAGE_URL: хранилище http:\S+ не даёт записать в корзину «platform-files» \(SignatureDoesNotMatch\), проверьте корзину и ключи доступа$/,
    );
    await expect(
      refuseClosedStorage({ ...s3.target, bucket: "another-bucket" }, logger),
    ).rejects.toThrow("(NoSuchBucket)");
    const failure = await s3Storage(wrongKey)
      .store(randomUUID(), aFile(Buffer.from("x")))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "unavailable" });
    logger.error({ err: failure }, "as the product would log it");
    expect(inspect([refusal, failure], { depth: 9 }) + lines.join("")).not.toContain(
      wrongKey.secretKey,
    );
  });

  test("that opens, and one that does not answer at all, let it start", async () => {
    const { lines, logger } = log();
    await refuseClosedStorage(s3.target, logger);
    expect(lines).toEqual([]);
    const port = await aFreePort();
    await refuseClosedStorage({ ...s3.target, endpoint: `http://127.0.0.1:${port}` }, logger);
    expect(lines.join("")).toContain("the file storage does not answer");
  });
});

async function aFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
