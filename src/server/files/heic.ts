/**
 * Boxes refer by offset, so metadata is zeroed, not cut.
 *
 * @returns `null` for a broken file.
 */
export function plainHeic(file: Buffer): Buffer | null {
  const meta = boxes(file, 0, file.length).find(({ name }) => name === "meta");
  if (!meta) return null;
  const inside = boxes(file, meta.start + 4, meta.end);
  const metadata = new Set(
    metadataItems(
      file,
      inside.find(({ name }) => name === "iinf"),
    ),
  );
  const places = extentsOf(
    file,
    inside.find(({ name }) => name === "iloc"),
    metadata,
  );
  if (places === null) return null;
  const bytes = Buffer.from(file);
  // Places of a broken file overlap: each byte is overwritten once.
  let done = 0;
  for (const { from, to } of places.sort((one, other) => one.from - other.from)) {
    if (to > done) bytes.fill(0, Math.max(from, done), to);
    done = Math.max(done, to);
  }
  return bytes;
}

interface Box {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function boxes(file: Buffer, from: number, to: number): Box[] {
  const found: Box[] = [];
  for (let at = from; at + 8 <= to;) {
    const short = file.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= to;
    const size = isLong ? Number(file.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    if (size < 8) break;
    found.push({
      name: file.toString("latin1", at + 4, at + 8),
      start: at + (isLong ? 16 : 8),
      end: Math.min(at + size, to),
    });
    at += size;
  }
  return found;
}

function metadataItems(file: Buffer, iinf: Box | undefined): number[] {
  if (!iinf || iinf.end - iinf.start < 8) return [];
  const countBytes = file[iinf.start] === 0 ? 2 : 4;
  return boxes(file, iinf.start + 4 + countBytes, iinf.end).flatMap(({ name, start, end }) => {
    const version = file[start] ?? 0;
    if (name !== "infe" || version < 2 || end - start < (version === 2 ? 12 : 14)) return [];
    const item = version === 2 ? file.readUInt16BE(start + 4) : file.readUInt32BE(start + 4);
    const type = file.toString(
      "latin1",
      start + (version === 2 ? 8 : 10),
      start + (version === 2 ? 12 : 14),
    );
    return type === "Exif" || type === "mime" ? [item] : [];
  });
}

interface Extent {
  readonly from: number;
  readonly to: number;
}

const FIELD_BYTES: ReadonlySet<number> = new Set([0, 4, 8]);

/** `null` for another form of table. */
function extentsOf(
  file: Buffer,
  iloc: Box | undefined,
  items: ReadonlySet<number>,
): Extent[] | null {
  if (!iloc) return [];
  const version = file[iloc.start] ?? 0;
  let at = iloc.start + 4;
  const read = (size: number) => {
    const value =
      size === 0 || at + size > iloc.end
        ? 0
        : size === 8
          ? Number(file.readBigUInt64BE(at))
          : file.readUIntBE(at, size);
    at += size;
    return value;
  };
  const sizes = read(2);
  const [offsetSize, lengthSize, baseSize, indexSize] = [
    sizes >> 12,
    (sizes >> 8) & 15,
    (sizes >> 4) & 15,
    version > 0 ? sizes & 15 : 0,
  ];
  if (![offsetSize, lengthSize, baseSize, indexSize].every((size) => FIELD_BYTES.has(size)))
    return null;
  const found: Extent[] = [];
  const count = read(version < 2 ? 2 : 4);
  for (let index = 0; index < count && at < iloc.end; index += 1) {
    const item = read(version < 2 ? 2 : 4);
    const method = version > 0 ? read(2) & 15 : 0;
    read(2);
    const base = read(baseSize);
    // Parts without fields take no room: any number could be claimed.
    const parts = Math.min(read(2), offsetSize + lengthSize + indexSize > 0 ? 65_535 : 0);
    for (let part = 0; part < parts && at < iloc.end; part += 1) {
      read(indexSize);
      const from = base + read(offsetSize);
      const to = Math.min(from + read(lengthSize), file.length);
      if (method === 0 && from < to && items.has(item)) found.push({ from, to });
    }
  }
  return found;
}
