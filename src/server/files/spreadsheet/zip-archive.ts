import type { Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";

import * as yauzl from "yauzl";

import { SpreadsheetError } from "./spreadsheet-error.ts";

/** Beyond any honest workbook. Source of the ratio: domain rules §4.1. */
const LIMITS = {
  /** Checked after the first megabyte. */
  ratio: 100,
  ratioFromBytes: 1024 * 1024,
  /** Decision: 200 MiB, because 100 000 rows unpack to 60–120 MB; rows are streamed. */
  unpackedBytes: 200 * 1024 * 1024,
  entries: 2_000,
} as const;

/** A fifth faster than 128 KiB. */
const PIECE_BYTES = 32 * 1024;

/** Guarded against malicious archives. */
export class ZipArchive {
  private readonly zip: yauzl.ZipFile;
  private readonly entries: ReadonlyMap<string, yauzl.Entry>;
  /** The names of parts ignore case. */
  private readonly folded: ReadonlyMap<string, yauzl.Entry>;
  private unpackedBytes = 0;

  private constructor(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>) {
    this.zip = zip;
    this.entries = entries;
    this.folded = new Map([...entries].map(([name, entry]) => [name.toLowerCase(), entry]));
  }

  /** @throws SpreadsheetError for a broken directory, `../`, links, passwords or too many names. */
  static async open(path: string): Promise<ZipArchive> {
    const zip = await openZip(path);
    try {
      if (zip.entryCount > LIMITS.entries) throw new SpreadsheetError("unsafe_archive");
      return new ZipArchive(zip, await readDirectory(zip));
    } catch (error) {
      zip.close();
      throw asSpreadsheetError(error);
    }
  }

  get names(): string[] {
    return [...this.entries.keys()];
  }

  has(name: string): boolean {
    return this.find(name) !== undefined;
  }

  private find(name: string): yauzl.Entry | undefined {
    return this.entries.get(name) ?? this.folded.get(name.toLowerCase());
  }

  /** Declared; only reading verifies it. */
  unpackedSizeOf(name: string): number {
    return this.find(name)?.uncompressedSize ?? 0;
  }

  /** Counts real bytes. */
  async *read(name: string): AsyncGenerator<Buffer, void, void> {
    const entry = this.find(name);
    if (entry === undefined) throw new SpreadsheetError("damaged");
    this.refuseDeclaredBomb(entry);
    const packed = await this.openPacked(entry);
    const stream = entry.compressionMethod === 0 ? packed : inflate(packed);
    let partBytes = 0;
    let crc = 0;
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        partBytes += chunk.length;
        this.unpackedBytes += chunk.length;
        const isLie = partBytes > entry.uncompressedSize;
        if (
          isLie ||
          this.unpackedBytes > LIMITS.unpackedBytes ||
          isBombRatio(partBytes, entry.compressedSize)
        ) {
          throw new SpreadsheetError("bomb");
        }
        crc = crc32(chunk, crc);
        yield chunk;
      }
      if (partBytes !== entry.uncompressedSize || crc !== entry.crc32)
        throw new SpreadsheetError("damaged");
    } catch (error) {
      throw asSpreadsheetError(error);
    } finally {
      packed.destroy();
      stream.destroy();
    }
  }

  async readText(name: string): Promise<string> {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of this.read(name)) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > 8 * 1024 * 1024) throw new SpreadsheetError("bomb");
    }
    return text + decoder.decode();
  }

  close(): void {
    this.zip.close();
  }

  private refuseDeclaredBomb(entry: yauzl.Entry): void {
    const total = this.unpackedBytes + entry.uncompressedSize;
    if (total > LIMITS.unpackedBytes || isBombRatio(entry.uncompressedSize, entry.compressedSize))
      throw new SpreadsheetError("bomb");
  }

  private openPacked(entry: yauzl.Entry): Promise<Readable> {
    const isPacked = entry.compressionMethod === 8;
    if (!isPacked && entry.compressionMethod !== 0) throw new SpreadsheetError("unsafe_archive");
    return new Promise((resolve, reject) => {
      this.zip.openReadStream(entry, { decodeFileData: false }, (error, stream) => {
        if (error) reject(asSpreadsheetError(error));
        else resolve(stream);
      });
    });
  }
}

/** Large pieces: the thread pool unpacks the next meanwhile. */
function inflate(packed: Readable): Readable {
  const stream = createInflateRaw({ chunkSize: PIECE_BYTES });
  packed.on("error", (error) => stream.destroy(error));
  return packed.pipe(stream);
}

function isBombRatio(unpackedBytes: number, packedBytes: number): boolean {
  return unpackedBytes > LIMITS.ratioFromBytes && unpackedBytes > packedBytes * LIMITS.ratio;
}

function openZip(path: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    const options = {
      lazyEntries: true,
      autoClose: false,
      validateEntrySizes: true,
      decodeStrings: true,
    };
    yauzl.open(path, options, (error, zip) =>
      error ? reject(asSpreadsheetError(error)) : resolve(zip),
    );
  });
}

function readDirectory(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>();
  return new Promise((resolve, reject) => {
    zip.on("error", reject);
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: yauzl.Entry) => {
      if (entry.isEncrypted()) return reject(new SpreadsheetError("encrypted"));
      if (isSymbolicLink(entry) || entries.has(entry.fileName))
        return reject(new SpreadsheetError("unsafe_archive"));
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function isSymbolicLink(entry: yauzl.Entry): boolean {
  return ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}

function asSpreadsheetError(error: unknown): SpreadsheetError {
  if (error instanceof SpreadsheetError) return error;
  const text = error instanceof Error ? error.message : "";
  if (/relative path|absolute path|invalid characters in fileName/i.test(text))
    return new SpreadsheetError("unsafe_archive", undefined, error);
  if (/too many bytes/i.test(text)) return new SpreadsheetError("bomb", undefined, error);
  return new SpreadsheetError("damaged", undefined, error);
}
