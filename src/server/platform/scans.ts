import { PDF } from "#contract/http/uploads.ts";

export const JPEG = "image/jpeg";
export const PNG = "image/png";
export type ScanType = typeof PDF | typeof JPEG | typeof PNG;

/** What a file is by its own bytes, whatever its name or the browser says; `null` for everything else. */
export function scanTypeOf(bytes: Buffer): ScanType | null {
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") return PDF;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return JPEG;
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return PNG;
  return null;
}

/**
 * The picture without what a camera writes beside it: place, device, author, time, small preview. Of a JPEG the orientation stays, without it the
 * picture would lie on its side.
 *
 * @throws RangeError when the bytes end in the middle.
 */
export function withoutMetadata(bytes: Buffer, type: ScanType): Buffer {
  if (type === JPEG) return stripJpeg(bytes);
  return type === PNG ? stripPng(bytes) : bytes;
}

const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COM = 0xfe;
/** Colours need the profile (APP2) and Adobe's transform (APP14). */
const KEPT_APPS = new Set([APP0, APP2, APP14]);

function stripJpeg(bytes: Buffer): Buffer {
  const parts: Buffer[] = [bytes.subarray(0, 2)];
  let orientation: number | null = null;
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) throw new RangeError("a JPEG marker is expected");
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) throw new RangeError("a JPEG segment is cut off");
    if (marker === APP1) orientation ??= orientationOf(bytes.subarray(at + 4, end));
    const isDropped = marker === COM || (marker >= APP0 && marker <= APP15 && !KEPT_APPS.has(marker));
    if (marker === SOS) return Buffer.concat([...withOrientation(parts, orientation), upToEnd(bytes.subarray(at))]);
    if (!isDropped) parts.push(bytes.subarray(at, end));
    at = end;
  }
}

/** Cameras put a second picture or a film behind the end of the first. */
function upToEnd(scan: Buffer): Buffer {
  const end = scan.lastIndexOf(Buffer.from([0xff, 0xd9]));
  return end < 0 ? scan : scan.subarray(0, end + 2);
}

/** A segment with the orientation alone, after the first marker. */
function withOrientation([start, ...rest]: readonly Buffer[], orientation: number | null): Buffer[] {
  const first = start ?? Buffer.alloc(0);
  if (orientation === null || orientation === 1) return [first, ...rest];
  const exif = Buffer.from("ffe10022457869660000" + "4d4d002a00000008" + "0001" + "01120003000000010000" + "0000" + "00000000", "hex");
  exif.writeUInt16BE(orientation, exif.length - 8);
  return [first, exif, ...rest];
}

/** Tag 0x0112 of the first directory of an Exif block. */
function orientationOf(segment: Buffer): number | null {
  if (segment.subarray(0, 6).toString("latin1") !== "Exif\0\0") return null;
  const tiff = segment.subarray(6);
  if (tiff.length < 8) return null;
  const isLittle = tiff.subarray(0, 2).toString("latin1") === "II";
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0; entry < Math.min(short(directory), 64); entry += 1) {
    const at = directory + 2 + entry * 12;
    if (short(at) !== 0x0112) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const DROPPED_CHUNKS = new Set(["eXIf", "tEXt", "zTXt", "iTXt", "tIME"]);

function stripPng(bytes: Buffer): Buffer {
  const parts: Buffer[] = [bytes.subarray(0, 8)];
  let at = 8;
  for (;;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new RangeError("a PNG chunk is cut off");
    const name = bytes.subarray(at + 4, at + 8).toString("latin1");
    if (!DROPPED_CHUNKS.has(name)) parts.push(bytes.subarray(at, end));
    if (name === "IEND") return Buffer.concat(parts);
    at = end;
  }
}
