import { PreviewError } from "./table-rows.ts";

export interface ZipParts {
  has(name: string): boolean;
  read(name: string): AsyncGenerator<string, void, void>;
  text(name: string): Promise<string>;
}

interface Entry {
  readonly method: number;
  readonly packedBytes: number;
  readonly offset: number;
}

/** Protects from zip bombs; the server refuses such a file with a precise message. */
const MOST_UNPACKED_BYTES = 200 * 1024 * 1024;
const DIRECTORY_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;

/** Opens an archive by its central directory, without reading the parts. */
export async function openZip(file: Blob): Promise<ZipParts> {
  const entries = await readDirectory(file);
  let unpackedBytes = 0;
  async function* read(name: string): AsyncGenerator<string, void, void> {
    const entry = entries.get(name);
    if (!entry) throw damaged();
    const head = new DataView(await file.slice(entry.offset, entry.offset + 30).arrayBuffer());
    const start = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
    const packed = file
      .slice(start, start + entry.packedBytes)
      .stream() as ReadableStream<Uint8Array>;
    const bytes =
      entry.method === 0
        ? packed
        : packed.pipeThrough(
            new DecompressionStream("deflate-raw") as unknown as ReadableWritablePair<
              Uint8Array,
              Uint8Array
            >,
          );
    const decoder = new TextDecoder();
    const reader = bytes.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        unpackedBytes += value.length;
        if (unpackedBytes > MOST_UNPACKED_BYTES)
          throw new PreviewError(
            "Предпросмотр недоступен: файл слишком велик после распаковки",
            false,
          );
        yield decoder.decode(value, { stream: true });
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }
  return {
    has: (name) => entries.has(name),
    read,
    async text(name) {
      let text = "";
      for await (const piece of read(name)) text += piece;
      return text;
    },
  };
}

async function readDirectory(file: Blob): Promise<Map<string, Entry>> {
  const tailStart = Math.max(0, file.size - 66_000);
  const tail = new DataView(await file.slice(tailStart).arrayBuffer());
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== DIRECTORY_MARK) at -= 1;
  if (at < 0) throw damaged();
  const size = tail.getUint32(at + 12, true);
  const offset = tail.getUint32(at + 16, true);
  const directory = new DataView(await file.slice(offset, offset + size).arrayBuffer());
  const entries = new Map<string, Entry>();
  const decoder = new TextDecoder();
  for (
    let place = 0;
    place + 46 <= directory.byteLength && directory.getUint32(place, true) === ENTRY_MARK;
  ) {
    const nameLength = directory.getUint16(place + 28, true);
    const name = decoder.decode(new Uint8Array(directory.buffer, place + 46, nameLength));
    if ((directory.getUint16(place + 8, true) & 1) === 1)
      throw new PreviewError("Файл защищён паролем. Снимите пароль и загрузите файл снова", true);
    entries.set(name, {
      method: directory.getUint16(place + 10, true),
      packedBytes: directory.getUint32(place + 20, true),
      offset: directory.getUint32(place + 42, true),
    });
    place +=
      46 +
      nameLength +
      directory.getUint16(place + 30, true) +
      directory.getUint16(place + 32, true);
  }
  return entries;
}

function damaged(): PreviewError {
  return new PreviewError(
    "Файл не удалось прочитать: он повреждён. Откройте его в Excel, сохраните заново и загрузите снова",
    true,
  );
}
