import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Permanent; the message says what to do. */
export class ExportRefusal extends Error {}

export interface WrittenFile {
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
  readonly rowsCount: number;
}

/** @throws ExportRefusal — too large. */
export async function writeToFile(
  content: AsyncIterable<Buffer>,
  path: string,
): Promise<{ sizeBytes: number; sha256: Buffer }> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(
      Readable.from(content, { highWaterMark: 2 }),
      meter,
      createWriteStream(path, { mode: 0o600 }),
    );
  } catch (error) {
    if (error instanceof RangeError && error.message.includes("4 GiB"))
      throw new ExportRefusal("Файл больше 4 ГБ. Сократите период или выберите проект", {
        cause: error,
      });
    throw error;
  }
  return { sizeBytes, sha256: hash.digest() };
}
