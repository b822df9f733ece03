import { crc32, inflateRawSync } from "node:zlib";

/**
 * By the central directory.
 *
 * @throws Error on a wrong checksum.
 */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from("504b0506", "hex"));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, nameBytes, extraBytes, commentBytes] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt16LE(at + 32),
    ];
    const head = archive.readUInt32LE(at + 42);
    const start = head + 30 + archive.readUInt16LE(head + 26) + archive.readUInt16LE(head + 28);
    const name = archive.toString("utf8", at + 46, at + 46 + nameBytes);
    const bytes =
      archive.readUInt16LE(at + 10) === 0
        ? archive.subarray(start, start + packed)
        : inflateRawSync(archive.subarray(start, start + packed));
    if (crc32(bytes) !== archive.readUInt32LE(at + 16))
      throw new Error(`${name} has another checksum`);
    files.set(name, bytes);
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  return files;
}
