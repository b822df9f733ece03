import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { multipartForm } from "#tests/support/multipart.ts";

const API = "/open-api/v1/me/picture";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

async function upload(data: Buffer | string, by: string = CAST.workman) {
  const form = multipartForm({ file: { fileName: "IMG_0001.jpg", data } });
  return demo.call(by, "POST", API, form.payload, form.headers);
}

/** A phone photograph on its side, red left and blue right, with author and place. */
async function photograph(): Promise<Buffer> {
  const half = (background: string) =>
    sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp({ create: { width: 600, height: 300, channels: 3, background: "#fff" } })
    .composite([
      { input: await half("#f00"), left: 0, top: 0 },
      { input: await half("#00f"), left: 300, top: 0 },
    ])
    .withExif({ IFD0: { Artist: "Anna" }, IFD3: { GPSLatitudeRef: "N" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

const pictureOf = async (phone: string) =>
  (await demo.call(phone, "GET", "/client-api/user/my-info")).body["picture"] as {
    size40: string;
    size80: string;
  } | null;

test("a photograph is cut to its middle square in two sizes, upright and without what the camera wrote, and shown to everybody", async () => {
  const taken = await photograph();
  expect(taken.includes("Anna")).toBe(true);
  const { status, body } = await upload(taken);
  expect([status, body["picture"]]).toEqual([200, await pictureOf(CAST.workman)]);
  const { size40, size80 } = body["picture"] as { size40: string; size80: string };
  for (const [address, side] of [
    [size40, 40],
    [size80, 80],
  ] as const) {
    const file = await demo.call(null, "GET", address);
    expect([file.status, file.headers["content-type"], file.headers["cache-control"]]).toEqual([
      200,
      "image/jpeg",
      "public, max-age=86400",
    ]);
    expect(await sharp(file.raw).metadata()).toMatchObject({
      width: side,
      height: side,
      format: "jpeg",
    });
    for (const trace of ["Anna", "Exif", "GPS"]) expect(file.raw.includes(trace)).toBe(false);
    const { data } = await sharp(file.raw).raw().toBuffer({ resolveWithObject: true });
    const [top, bottom] = [
      data.subarray((side * 2 + side / 2) * 3),
      data.subarray((side * (side - 3) + side / 2) * 3),
    ];
    expect([
      (top[0] ?? 0) > 200,
      (top[2] ?? 255) < 60,
      (bottom[2] ?? 0) > 200,
      (bottom[0] ?? 255) < 60,
    ]).toEqual([true, true, true, true]);
  }
  const own = (await demo.call(CAST.workman, "GET", "/client-api/workman/my-info")).body;
  expect(own["picture"]).toEqual({ size40, size80 });
  const shown = await demo.call(
    null,
    "GET",
    `/client-api/workman/info?workmanID=${String(own["id"])}`,
  );
  expect(shown.body["picture"]).toEqual({ size40, size80 });
});

test("a newer photograph takes the place of the former, and a person may take his away", async () => {
  const first = (await upload(await photograph(), CAST.owner)).body["picture"] as {
    size40: string;
  };
  const second = (
    await upload(
      await sharp({
        create: { width: 30, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
      })
        .png()
        .toBuffer(),
      CAST.owner,
    )
  ).body["picture"] as { size40: string };
  expect(second.size40).not.toBe(first.size40);
  expect((await demo.call(null, "GET", first.size40)).status).toBe(404);
  // Transparent becomes white, not a JPEG's black.
  const { data } = await sharp((await demo.call(null, "GET", second.size40)).raw)
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(250);
  expect((await demo.call(CAST.owner, "DELETE", API)).body["picture"]).toBeNull();
  expect(await pictureOf(CAST.owner)).toBeNull();
  expect((await demo.call(null, "GET", second.size40)).status).toBe(404);
});

test("what is no photograph, or is broken, is refused with what to do", async () => {
  const before = await pictureOf(CAST.workman);
  const photo = await photograph();
  for (const data of [
    "<svg xmlns='http://www.w3.org/2000/svg'/>",
    Buffer.from("MZ a program"),
    photo.subarray(0, 400),
    "%PDF-1.7\n%%EOF",
  ]) {
    const refused = await upload(data);
    expect(refused.status).toBe(422);
    expect(refused.body["errors"]).toEqual({ file: [expect.stringMatching(/JPEG/)] });
  }
  expect(await pictureOf(CAST.workman)).toEqual(before);
  expect(
    (await demo.call(null, "GET", "/pictures/00000000-0000-4000-8000-000000000000/40.jpg")).status,
  ).toBe(404);
  expect((await demo.call(null, "POST", API)).status).toBe(401);
});
