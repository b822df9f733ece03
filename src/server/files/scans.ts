import type { FieldErrors } from "#contract/kernel/problem.ts";
import { invalid } from "#server/http/app-error.ts";
import { workerModule } from "#server/work/worker-thread.ts";
import { plainHeic } from "./heic.ts";
import { readOnceInThread } from "./read-in-thread.ts";
import type { Upload } from "#server/http/uploads.ts";

const EXTENSIONS = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/heic": "heic",
} as const;
export type ScanType = keyof typeof EXTENSIONS;

export interface Scan<Type extends ScanType = ScanType> {
  readonly contentType: Type;
  readonly extension: (typeof EXTENSIONS)[Type];
  /** Content without place, time and phone. */
  readonly bytes: Buffer;
}

/** Between threads a buffer loses its class. */
export type SentScan = Omit<Scan, "bytes"> & { readonly bytes: Uint8Array<ArrayBuffer> };

/**
 * Call it before any transaction.
 *
 * @throws AppError `invalid` - with `refusal`: none of `types`, or broken.
 */
export async function takeScan<Type extends ScanType>(
  upload: Upload,
  types: readonly Type[],
  refusal: FieldErrors,
): Promise<Scan<Type>> {
  const module = workerModule(import.meta.url, "scan-worker");
  const scan = await readOnceInThread<{ path: string }, SentScan | null>(
    { line: "request", of: upload.sender },
    { module, input: { path: upload.path } },
    (error) => Object.assign(invalid(refusal), { cause: error }),
  );
  if (scan === null || !(types as readonly ScanType[]).includes(scan.contentType))
    throw invalid(refusal);
  return { ...scan, bytes: Buffer.from(scan.bytes.buffer) } as Scan<Type>;
}

/**
 * By content.
 *
 * @returns `null` for another type or a broken file.
 */
export function readScan(file: Buffer): Scan | null {
  if (file.subarray(0, 1024).includes("%PDF-") && file.subarray(-2048).includes("%%EOF"))
    return scanOf("application/pdf", file);
  if (file[0] === 0xff && file[1] === 0xd8) return scanOf("image/jpeg", plainJpeg(file));
  if (file.subarray(0, 8).equals(PNG)) return scanOf("image/png", plainPng(file));
  if (file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP")
    return scanOf("image/webp", plainWebp(file));
  if (
    file.toString("latin1", 4, 8) === "ftyp" &&
    /^(hei[cxms]|mif1|msf1|hev[cxms])/.test(file.toString("latin1", 8, 12))
  )
    return scanOf("image/heic", plainHeic(file));
  return null;
}

function scanOf(contentType: ScanType, bytes: Buffer | null): Scan | null {
  return bytes && { contentType, extension: EXTENSIONS[contentType], bytes };
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Profile (APP2) and Adobe's transform (APP14) affect colours; JFIF is APP0. */
const KEPT_SEGMENTS: ReadonlySet<number> = new Set([0xe0, 0xe2, 0xee]);

/** Keeps only the orientation; drops data after the end, such as a film. */
function plainJpeg(file: Buffer): Buffer | null {
  const kept: Buffer[] = [file.subarray(0, 2)];
  let orientation = 1;
  for (let at = 2; at + 4 <= file.length;) {
    if (file[at] !== 0xff) return null;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xda)
      return Buffer.concat([
        ...kept,
        ...(orientation === 1 ? [] : [orientationSegment(orientation)]),
        cutAfterJpegEnd(file.subarray(at)),
      ]);
    const length = file.readUInt16BE(at + 2);
    const segment = file.subarray(at, at + 2 + length);
    if (length < 2 || segment.length < length + 2) return null;
    const isOfCamera =
      marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && !KEPT_SEGMENTS.has(marker));
    if (marker === 0xe1) orientation = orientationOf(segment) ?? orientation;
    if (!isOfCamera) kept.push(segment);
    at += 2 + length;
  }
  return null;
}

function cutAfterJpegEnd(scan: Buffer): Buffer {
  const end = scan.lastIndexOf(Buffer.from([0xff, 0xd9]));
  return end < 0 ? scan : scan.subarray(0, end + 2);
}

function orientationOf(segment: Buffer): number | null {
  if (segment.toString("latin1", 4, 10) !== "Exif\0\0" || segment.length < 24) return null;
  const tiff = segment.subarray(10);
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const read16 = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let index = 0; index < Math.min(read16(directory), MOST_TAGS); index += 1) {
    const entry = directory + 2 + index * 12;
    if (read16(entry) === 0x0112) {
      const value = read16(entry + 8);
      return value >= 1 && value <= 8 ? value : null;
    }
  }
  return null;
}

/** A broken directory may claim any number. */
const MOST_TAGS = 64;

function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.from([
    0x4d,
    0x4d,
    0,
    0x2a,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

const TOLD_CHUNKS: ReadonlySet<string> = new Set(["eXIf", "tEXt", "zTXt", "iTXt", "tIME"]);

function plainPng(file: Buffer): Buffer | null {
  const kept: Buffer[] = [PNG];
  for (let at = 8; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at);
    const name = file.toString("latin1", at + 4, at + 8);
    const chunk = file.subarray(at, at + 12 + length);
    if (chunk.length < 12 + length) return null;
    if (!TOLD_CHUNKS.has(name)) kept.push(chunk);
    if (name === "IEND") return Buffer.concat(kept);
    at += 12 + length;
  }
  return null;
}

/** Exif and XMP. */
const WEBP_TOLD = 0b1100;

function plainWebp(file: Buffer): Buffer | null {
  const end = 8 + file.readUInt32LE(4);
  if (file.length < end) return null;
  const kept: Buffer[] = [];
  for (let at = 12; at + 8 <= end;) {
    const length = file.readUInt32LE(at + 4);
    const name = file.toString("latin1", at, at + 4);
    const chunk = Buffer.from(file.subarray(at, at + 8 + length + (length % 2)));
    if (chunk.length < 8 + length) return null;
    if (name === "VP8X" && length > 0) chunk.writeUInt8(chunk.readUInt8(8) & ~WEBP_TOLD, 8);
    if (name !== "EXIF" && name !== "XMP ") kept.push(chunk);
    at += 8 + length + (length % 2);
  }
  const body = Buffer.concat([Buffer.from("WEBP", "latin1"), ...kept]);
  const head = Buffer.from("RIFF\0\0\0\0", "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
