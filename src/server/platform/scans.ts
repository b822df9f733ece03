/** What a phone's camera or a scanner makes, known by its content. */
export interface Scan {
  readonly contentType: "application/pdf" | "image/jpeg" | "image/png" | "image/heic";
  readonly extension: "pdf" | "jpg" | "png" | "heic";
  /** Without what a camera writes beside the picture: where and when it was taken, and by which phone. */
  readonly bytes: Buffer;
}

/** @returns `null` for a file that is none of these, whatever its name says, and for a broken one. */
export function readScan(file: Buffer): Scan | null {
  if (file.subarray(0, 1024).includes("%PDF-") && file.subarray(-2048).includes("%%EOF")) return { contentType: "application/pdf", extension: "pdf", bytes: file };
  if (file[0] === 0xff && file[1] === 0xd8) return scanOf("image/jpeg", "jpg", plainJpeg(file));
  if (file.subarray(0, 8).equals(PNG)) return scanOf("image/png", "png", plainPng(file));
  if (file.toString("latin1", 4, 8) === "ftyp" && /^(hei[cxms]|mif1|msf1|hev[cxms])/.test(file.toString("latin1", 8, 12))) return scanOf("image/heic", "heic", plainHeic(file));
  return null;
}

function scanOf(contentType: Scan["contentType"], extension: Scan["extension"], bytes: Buffer | null): Scan | null {
  return bytes && { contentType, extension, bytes };
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Segments before the picture are copied, but for those that tell of the camera; how the picture is turned stays. */
function plainJpeg(file: Buffer): Buffer | null {
  const kept: Buffer[] = [file.subarray(0, 2)];
  let orientation = 1;
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) return null;
    const marker = file[at + 1] ?? 0;
    // From the start of the scan on it is the picture itself.
    if (marker === 0xda) return Buffer.concat([...kept, ...(orientation === 1 ? [] : [orientationSegment(orientation)]), file.subarray(at)]);
    const length = file.readUInt16BE(at + 2);
    const segment = file.subarray(at, at + 2 + length);
    if (length < 2 || segment.length < length + 2) return null;
    const isOfCamera = marker === 0xe1 || marker === 0xed || marker === 0xfe;
    if (marker === 0xe1) orientation = orientationOf(segment) ?? orientation;
    if (!isOfCamera) kept.push(segment);
    at += 2 + length;
  }
  return null;
}

/** The tag 0x0112 of an Exif segment. */
function orientationOf(segment: Buffer): number | null {
  if (segment.toString("latin1", 4, 10) !== "Exif\0\0" || segment.length < 24) return null;
  const tiff = segment.subarray(10);
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const read16 = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let index = 0; index < read16(directory); index += 1) {
    const entry = directory + 2 + index * 12;
    if (read16(entry) === 0x0112) {
      const value = read16(entry + 8);
      return value >= 1 && value <= 8 ? value : null;
    }
  }
  return null;
}

function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.from([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]);
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

const TOLD_CHUNKS: ReadonlySet<string> = new Set(["eXIf", "tEXt", "zTXt", "iTXt", "tIME"]);

function plainPng(file: Buffer): Buffer | null {
  const kept: Buffer[] = [PNG];
  for (let at = 8; at + 12 <= file.length; ) {
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

/** Places in the file are named by their distance, so what the camera tells is blanked and not cut out. */
function plainHeic(file: Buffer): Buffer | null {
  const meta = boxes(file, 0, file.length).find(({ name }) => name === "meta");
  if (!meta) return null;
  const inside = boxes(file, meta.start + 4, meta.end);
  const told = new Set(toldItems(file, inside.find(({ name }) => name === "iinf")));
  const bytes = Buffer.from(file);
  for (const { item, offset, length } of extents(file, inside.find(({ name }) => name === "iloc"))) if (told.has(item)) bytes.fill(0, offset, offset + length);
  return bytes;
}

interface Box {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function boxes(file: Buffer, from: number, to: number): Box[] {
  const found: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const short = file.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= to;
    const size = isLong ? Number(file.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    if (size < 8) break;
    found.push({ name: file.toString("latin1", at + 4, at + 8), start: at + (isLong ? 16 : 8), end: Math.min(at + size, to) });
    at += size;
  }
  return found;
}

/** Ids of items of the types `Exif` and `mime` (XMP). */
function toldItems(file: Buffer, iinf: Box | undefined): number[] {
  if (!iinf || iinf.end - iinf.start < 8) return [];
  const countBytes = file[iinf.start] === 0 ? 2 : 4;
  return boxes(file, iinf.start + 4 + countBytes, iinf.end).flatMap(({ name, start, end }) => {
    const version = file[start] ?? 0;
    if (name !== "infe" || version < 2 || end - start < 14) return [];
    const item = version === 2 ? file.readUInt16BE(start + 4) : file.readUInt32BE(start + 4);
    const type = file.toString("latin1", start + (version === 2 ? 8 : 10), start + (version === 2 ? 12 : 14));
    return type === "Exif" || type === "mime" ? [item] : [];
  });
}

function extents(file: Buffer, iloc: Box | undefined): { item: number; offset: number; length: number }[] {
  if (!iloc) return [];
  const version = file[iloc.start] ?? 0;
  let at = iloc.start + 4;
  const read = (size: number) => {
    const value = size === 0 || at + size > iloc.end ? 0 : size === 8 ? Number(file.readBigUInt64BE(at)) : file.readUIntBE(at, size);
    at += size;
    return value;
  };
  const sizes = read(2);
  const [offsetSize, lengthSize, baseSize, indexSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15, version > 0 ? sizes & 15 : 0];
  const found: { item: number; offset: number; length: number }[] = [];
  const count = read(version < 2 ? 2 : 4);
  for (let index = 0; index < count && at < iloc.end; index += 1) {
    const item = read(version < 2 ? 2 : 4);
    const method = version > 0 ? read(2) & 15 : 0;
    read(2);
    const base = read(baseSize);
    const parts = read(2);
    for (let part = 0; part < parts && at < iloc.end; part += 1) {
      if (version > 0) read(indexSize);
      const offset = base + read(offsetSize);
      const length = read(lengthSize);
      if (method === 0) found.push({ item, offset, length });
    }
  }
  return found;
}
