import { open } from "node:fs/promises";

const SIGNATURES = [
  ["image/jpeg", 0, "ffd8ff"],
  ["image/png", 0, "89504e470d0a1a0a"],
  ["image/webp", 8, "57454250"],
  ["application/pdf", 0, "255044462d"],
] as const;
export type SniffedType = (typeof SIGNATURES)[number][0];

/** What a picture or a PDF is by its first bytes, whatever its name says; `null`: neither. */
export async function sniffDocument(path: string): Promise<SniffedType | null> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0);
    const found = SIGNATURES.find(([type, at, hex]) => buffer.toString("hex", at).startsWith(hex) && (type !== "image/webp" || buffer.toString("latin1", 0, 4) === "RIFF"));
    return found?.[0] ?? null;
  } finally {
    await file.close();
  }
}
