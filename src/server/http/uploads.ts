import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { JSON_BODY_BYTES, type Multipart } from "#contract/kernel/define-endpoints.ts";
import { cleanText } from "#contract/values/clean-text.ts";
import { AppError, invalid } from "./app-error.ts";

/** Removed after the request unless the handler moves it. */
export interface Upload {
  /** Whose: the company or person, see `partyOf`. */
  readonly sender: string;
  readonly path: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
}

export interface Uploads {
  readonly files: Readonly<Record<string, Upload>>;
  readonly fields: Record<string, string>;
  /** By field, for the idempotency key. */
  readonly digests: Record<string, string>;
  discard(): Promise<void>;
}

const MAX_FIELD_BYTES = JSON_BODY_BYTES;

/**
 * Streams files to disk and hashes them; an error leaves none.
 *
 * @throws AppError `unsupported_media` - another content type; `too_large` - past `maxBytes`;
 * `invalid` - a missing file.
 */
export async function receiveUploads(
  request: FastifyRequest,
  body: Multipart,
  directory: string,
  sender: string,
): Promise<Uploads> {
  if (!request.isMultipart())
    throw new AppError("unsupported_media", "Отправьте файл формой multipart/form-data");
  await mkdir(directory, { recursive: true });
  const files: Record<string, Upload> = {};
  const fields: Record<string, string> = {};
  const paths: string[] = [];
  const discard = async () => {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
  const largest = Math.max(...Object.values(body.files).map((file) => file.maxBytes));
  try {
    for await (const part of request.parts({
      limits: { fileSize: largest + 1, fieldSize: MAX_FIELD_BYTES, files: 4, fields: 50 },
    })) {
      if (part.type === "field") {
        if (typeof part.value === "string") fields[part.fieldname] = part.value;
        continue;
      }
      const expected = Object.hasOwn(body.files, part.fieldname)
        ? body.files[part.fieldname]
        : undefined;
      if (!expected) {
        part.file.resume();
        // The check of fields drops or reports it.
        if (!Object.hasOwn(body.fields?.properties ?? {}, part.fieldname))
          fields[part.fieldname] = part.filename;
        continue;
      }
      const path = join(directory, randomUUID());
      paths.push(path);
      const hash = createHash("sha256");
      let sizeBytes = 0;
      const meter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          sizeBytes += chunk.length;
          if (sizeBytes > expected.maxBytes)
            return done(
              new AppError(
                "too_large",
                `Файл слишком большой. Допустимо не более ${Math.floor(expected.maxBytes / 1024 / 1024)} МБ`,
              ),
            );
          hash.update(chunk);
          done(null, chunk);
        },
      });
      await pipeline(part.file, meter, createWriteStream(path));
      files[part.fieldname] = {
        sender,
        path,
        fileName: cleanName(part.filename),
        contentType: part.mimetype,
        sizeBytes,
        sha256: hash.digest(),
      };
    }
    for (const [name, file] of Object.entries(body.files)) {
      if (file.required && !files[name]) throw invalid({ [name]: ["Выберите файл"] });
    }
  } catch (error) {
    await discard();
    throw isBrokenForm(error)
      ? invalid({ body: ["Не удалось прочитать форму. Отправьте её ещё раз"] })
      : error;
  }
  const digests = Object.fromEntries(
    Object.entries(files).map(([name, file]) => [
      name,
      `${file.fileName}:${file.sha256.toString("hex")}`,
    ]),
  );
  return { files, fields, digests, discard };
}

/** The parser's errors for broken forms have no code. */
function isBrokenForm(error: unknown): boolean {
  return (
    error instanceof Error &&
    !(error instanceof AppError) &&
    !("code" in error) &&
    /multipart|boundary|part terminated|malformed|content type|unexpected end|needle/i.test(
      error.message,
    )
  );
}

/** No control characters; some browsers send a path. */
function cleanName(name: string | undefined): string {
  const last = (name ?? "").split(/[\\/]/).pop() ?? "";
  return (
    cleanText(last)
      .replace(/[\u0000-\u001f\u007f]/g, "")
      .slice(0, 200) || "файл"
  );
}
