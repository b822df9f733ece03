import { crc32, createDeflateRaw, type DeflateRaw } from "node:zlib";

export interface ZipPart {
  name: string;
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

const VERSION_DEFLATE = 20;
/** Sizes follow the data; UTF-8 names. */
const FLAGS = 0x0808;
const METHOD_DEFLATE = 8;
/** 1 January 1980: equal content gives equal bytes. */
const DOS_DATE = 0x0021;
const MAX_BYTES = 0xffff_ffff;

/**
 * Memory is one chunk.
 *
 * @throws RangeError past 4 GiB.
 */
export async function* writeZip(
  parts: AsyncIterable<ZipPart> | Iterable<ZipPart>,
): AsyncGenerator<Buffer, void, void> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const part of parts) {
    const name = Buffer.from(part.name, "utf8");
    const head = localHeader(name);
    yield head;
    const totals = { crc: 0, packed: 0, unpacked: 0 };
    yield* deflate(part.content, totals);
    const descriptor = dataDescriptor(totals);
    yield descriptor;
    directory.push(directoryEntry(name, totals, offset));
    offset += head.length + totals.packed + descriptor.length;
    if (offset > MAX_BYTES || totals.unpacked > MAX_BYTES)
      throw new RangeError("the archive is larger than 4 GiB");
  }
  const entries = Buffer.concat(directory);
  yield entries;
  yield directoryEnd(directory.length, entries.length, offset);
}

interface Totals {
  crc: number;
  packed: number;
  unpacked: number;
}

async function* deflate(
  content: ZipPart["content"],
  totals: Totals,
): AsyncGenerator<Buffer, void, void> {
  // Half the default's time, a tenth more bytes.
  const stream = createDeflateRaw({ level: 3, chunkSize: 64 * 1024 });
  const feed = (async () => {
    for await (const piece of content) {
      const bytes = typeof piece === "string" ? Buffer.from(piece, "utf8") : piece;
      totals.crc = crc32(bytes, totals.crc);
      totals.unpacked += bytes.length;
      if (!stream.write(bytes)) await drained(stream);
      if (stream.destroyed) return;
    }
    stream.end();
  })();
  feed.catch((error: unknown) =>
    stream.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      totals.packed += chunk.length;
      yield chunk;
    }
    await feed;
  } finally {
    stream.destroy();
  }
}

/** Or when the reader has stopped. */
function drained(stream: DeflateRaw): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off("drain", done);
      stream.off("close", done);
      resolve();
    };
    stream.on("drain", done);
    stream.on("close", done);
  });
}

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(VERSION_DEFLATE, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(METHOD_DEFLATE, 8);
  head.writeUInt16LE(DOS_DATE, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function dataDescriptor({ crc, packed, unpacked }: Totals): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x0807_4b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packed, 8);
  descriptor.writeUInt32LE(unpacked, 12);
  return descriptor;
}

function directoryEntry(name: Buffer, { crc, packed, unpacked }: Totals, offset: number): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x0201_4b50, 0);
  entry.writeUInt16LE(VERSION_DEFLATE, 4);
  entry.writeUInt16LE(VERSION_DEFLATE, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(METHOD_DEFLATE, 10);
  entry.writeUInt16LE(DOS_DATE, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(unpacked, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, name]);
}

function directoryEnd(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
