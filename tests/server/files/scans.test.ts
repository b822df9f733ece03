import sharp from "sharp";
import { expect, test } from "vitest";
import { readScan } from "#server/files/scans.ts";

/** A box of the HEIC container. */
function box(name: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([...parts]);
  return Buffer.concat([uint32(body.length + 8), Buffer.from(name, "latin1"), body]);
}
function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const VERSION = (number: number) => Buffer.from([number, 0, 0, 0]);
const IMAGE = Buffer.from("the picture itself");
const EXIF = Buffer.from("Exif GPS 55.7558 37.6173");
const XMP = Buffer.from("<x:xmpmeta>taken by Anna</x:xmpmeta>");

/** Exif and XMP as an iPhone stores them: named in `iinf`, found by `iloc`, all in one `mdat`. */
function heic(): Buffer {
  const ftyp = box("ftyp", Buffer.from("heic\0\0\0\0mif1heic", "latin1"));
  const infe = (item: number, type: string) =>
    box("infe", VERSION(2), uint16(item), uint16(0), Buffer.from(`${type}\0`, "latin1"));
  const iinf = box(
    "iinf",
    VERSION(0),
    uint16(3),
    infe(1, "hvc1"),
    infe(2, "Exif"),
    infe(3, "mime"),
  );
  const data = [IMAGE, EXIF, XMP];
  const meta = (starts: readonly number[]) =>
    box(
      "meta",
      VERSION(0),
      iinf,
      box(
        "iloc",
        VERSION(1),
        uint16(0x4400),
        uint16(3),
        ...data.map((part, index) =>
          Buffer.concat([
            uint16(index + 1),
            uint16(0),
            uint16(0),
            uint16(1),
            uint32(starts[index] ?? 0),
            uint32(part.length),
          ]),
        ),
      ),
    );
  const first = ftyp.length + meta([0, 0, 0]).length + 8;
  return Buffer.concat([
    ftyp,
    meta([first, first + IMAGE.length, first + IMAGE.length + EXIF.length]),
    box("mdat", ...data),
  ]);
}

test("HEIC keeps its length and its picture; place and author are blanked where they lie", () => {
  const file = heic();
  const scan = readScan(file);
  expect(scan?.contentType).toBe("image/heic");
  expect(scan?.bytes.length).toBe(file.length);
  expect(scan?.bytes.includes(IMAGE)).toBe(true);
  for (const trace of ["GPS", "37.6173", "Anna", "xmpmeta"])
    expect([trace, file.includes(trace), scan?.bytes.includes(trace)]).toEqual([
      trace,
      true,
      false,
    ]);
  expect(
    readScan(Buffer.concat([box("ftyp", Buffer.from("heic\0\0\0\0")), box("mdat", IMAGE)])),
  ).toBeNull();
});

const PLAIN = { create: { width: 24, height: 16, channels: 3, background: "#2a7" } } as const;

test.each(["jpeg", "png", "webp"] as const)(
  "%s of a camera loses Exif and XMP and is the same picture",
  async (format) => {
    const file = await sharp(PLAIN)
      .withExif({ IFD0: { Artist: "Anna", Software: "Camera 7" } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>Moscow</rdf></x:xmpmeta>')
      .toFormat(format)
      .toBuffer();
    const scan = readScan(file);
    expect(scan?.contentType).toBe(`image/${format}`);
    for (const trace of ["Anna", "Camera 7"])
      expect([trace, file.includes(trace), scan?.bytes.includes(trace)]).toEqual([
        trace,
        true,
        false,
      ]);
    const bytes = scan?.bytes ?? Buffer.alloc(0);
    expect(await sharp(bytes, { failOn: "warning" }).raw().toBuffer()).toEqual(
      await sharp(file).raw().toBuffer(),
    );
    expect(await sharp(file).metadata()).toMatchObject({
      exif: expect.any(Buffer),
      xmp: expect.any(Buffer),
    });
    const left = await sharp(bytes).metadata();
    expect([left.exif, left.xmp]).toEqual([undefined, undefined]);
    if (format !== "jpeg") expect(readScan(file.subarray(0, 60))).toBeNull();
  },
);

test("the texts of a PNG and its time go, whatever they are called", async () => {
  const file = await sharp(PLAIN).png().toBuffer();
  const chunk = (name: string, text: string) =>
    Buffer.concat([uint32(text.length), Buffer.from(name + text, "latin1"), uint32(0)]);
  const told = Buffer.concat([
    file.subarray(0, 33),
    chunk("tEXt", "Author\0Anna"),
    chunk("tIME", "1234567"),
    file.subarray(33),
  ]);
  expect(readScan(told)?.bytes).toEqual(file);
});

test("what is none of them is no scan", () => {
  for (const file of ["", "GIF89a", "<svg/>", "PK\u0003\u0004", "%PDF-1.7 without an end"])
    expect(readScan(Buffer.from(file))).toBeNull();
});
