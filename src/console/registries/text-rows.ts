import type { FileReading } from "#contract/registries/file-reading.ts";
import type { Source } from "./use-sending.ts";

const SHOWN_ROWS = 100;
/** Larger files are read by the server as fast. */
const SMALL_BYTES = 1024 * 1024;

/** `null` for what only the server reads. */
export async function firstTextRows(source: Source): Promise<FileReading["rows"] | null> {
  const text = await textOf(source);
  if (text === null) return null;
  const { default: Papa } = await import("papaparse");
  const { data } = Papa.parse<string[]>(text, {
    preview: SHOWN_ROWS,
    delimiter: source.kind === "text" ? "\t" : "",
  });
  return data.flatMap((cells, index) =>
    cells.every((cell) => cell.trim() === "") ? [] : [{ line: index + 1, cells }],
  );
}

async function textOf(source: Source): Promise<string | null> {
  if (source.kind === "text") return source.text;
  const { file } = source;
  if (!/\.(?:csv|txt)$/i.test(file.name) || file.size > SMALL_BYTES) return null;
  const bytes = await file.arrayBuffer();
  const start = new Uint8Array(bytes.slice(0, 2));
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1251").decode(bytes);
  }
}
