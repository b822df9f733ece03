import { readdirSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, moscowDate, moscowMidnight } from "#contract/values/calendar-date.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { unzip } from "#tests/support/unzip.ts";

const API = "/open-api/v1/workman/documents";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
  // At noon no day ends while a test says «today».
  const tomorrow = moscowMidnight(addDays(moscowDate(demo.clock.now()), 1));
  demo.clock.set(new Date(tomorrow.getTime() + 12 * 3_600_000));
});
afterAll(() => demo.close());

/** A picture with Exif: orientation 6 and a place. */
function jpegWithPlace(): Buffer {
  const exif = Buffer.concat([
    Buffer.from(
      "Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0",
      "latin1",
    ),
    Buffer.from("GPS 55.7558 37.6173"),
  ]);
  const segment = (marker: number, data: Buffer) =>
    Buffer.concat([
      Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]),
      data,
    ]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe1, exif),
    segment(0xfe, Buffer.from("taken by Anna")),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([1, 2, 3, 0xff, 0xd9]),
    Buffer.from("a film behind the picture"),
  ]);
}

function pngWithAuthor(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", Buffer.alloc(13)),
    chunk("tEXt", Buffer.from("Author Anna")),
    chunk("IDAT", deflateSync(Buffer.from([0]))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

async function upload(
  fields: Record<string, string>,
  data: Buffer | string,
  fileName = "scan.jpg",
  by: string = CAST.workman,
) {
  const form = multipartForm({ ...fields, file: { fileName, data } });
  return demo.call(by, "POST", API, form.payload, form.headers);
}
const list = async () => (await demo.call(CAST.workman, "GET", API)).body.items ?? [];
const decide = (id: unknown, verdict: "approve" | "reject", body: object = {}) =>
  demo.call(
    null,
    "POST",
    `/sandbox/api/moderation/workman-document/${String(id)}/${verdict}`,
    body,
  );

test("the list says what is required and missing before anything is uploaded", async () => {
  expect(await list()).toContainEqual(
    expect.objectContaining({
      id: null,
      state: null,
      isRequired: true,
      type: { id: "passport", title: "Паспорт" },
    }),
  );
});

test("a paper is known by its bytes, kept sealed without what the camera wrote, and given back to its owner alone", async () => {
  const picture = jpegWithPlace();
  const { status, body } = await upload({ type: "passport", number: "4510 123456" }, picture);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    type: { id: "passport" },
    state: { id: "CHECKING" },
    number: "4510 123456",
    isRequired: true,
    fileName: "passport.jpg",
  });
  const file = await demo.call(CAST.workman, "GET", `${API}/${String(body["id"])}/file`);
  expect(file.headers["content-type"]).toBe("image/jpeg");
  const text = file.raw.toString("latin1");
  for (const trace of ["GPS", "Anna", "film"]) expect(text).not.toContain(trace);
  // Orientation is all that is left of Exif.
  expect(text).toContain("Exif");
  expect(file.raw.subarray(-5)).toEqual(Buffer.from([1, 2, 3, 0xff, 0xd9]));

  const { rows } = await sql<{
    key: string;
    number: Buffer;
  }>`
    SELECT f.storage_key AS key, d.sealed_number AS number
    FROM workman_documents d
    JOIN files f ON f.id = d.file_id
    WHERE d.id = ${body["id"]}`.execute(demo.database.kysely);
  expect(rows[0]?.number.toString("latin1")).not.toContain("123456");
  expect((await demo.call(CAST.owner, "GET", `${API}/${String(body["id"])}/file`)).status).toBe(
    403,
  );
  expect((await demo.call("79000000102", "GET", `${API}/${String(body["id"])}/file`)).status).toBe(
    404,
  );
});

test("a PNG loses its texts, a broken picture and anything else are refused with what to do", async () => {
  const { body } = await upload({ type: "residence_permit" }, pngWithAuthor(), "scan.png");
  const file = await demo.call(CAST.workman, "GET", `${API}/${String(body["id"])}/file`);
  expect(file.headers["content-type"]).toBe("image/png");
  expect(file.raw.toString("latin1")).not.toContain("Anna");
  for (const data of [
    jpegWithPlace().subarray(0, 30),
    Buffer.from("MZ this is a program"),
    Buffer.from("<html><script>alert(1)</script>"),
  ]) {
    const refused = await upload({ type: "passport" }, data, "scan.jpg");
    expect(refused.status).toBe(422);
    expect(refused.body["errors"]).toEqual({
      file: [
        "Подойдёт фото в JPEG, PNG или HEIC либо PDF. Сфотографируйте документ ещё раз или сохраните его в одном из этих форматов",
      ],
    });
  }
});

test("a paper with a term needs its day, and a past one helps nobody", async () => {
  const today = moscowDate(demo.clock.now());
  expect((await upload({ type: "patent" }, "%PDF-1.7\n%%EOF", "a.pdf")).body["errors"]).toEqual({
    expireDate: ["Укажите, до какого дня действует документ"],
  });
  expect(
    (await upload({ type: "patent", expireDate: addDays(today, -1) }, "%PDF-1.7\n%%EOF", "a.pdf"))
      .body["errors"],
  ).toEqual({ expireDate: ["Срок документа уже истёк. Загрузите действующий"] });
  expect(
    (await upload({ type: "patent", expireDate: today }, "%PDF-1.7\n%%EOF", "a.pdf")).status,
  ).toBe(200);
});

test("a refused scan leaves no file behind, an accepted one stays", async () => {
  const today = moscowDate(demo.clock.now());
  const send = (expireDate: string) =>
    upload({ type: "patent", expireDate }, "%PDF-1.7\n%%EOF", "a.pdf");
  const stored = () =>
    readdirSync(join(demo.config.dataDir, "files"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  expect((await send(today)).status).toBe(200);
  const before = stored();
  expect((await send(addDays(today, -1))).status).toBe(422);
  await expect.poll(stored).toEqual(before);
  expect((await send(today)).status).toBe(200);
  expect(stored()).toHaveLength(before.length + 1);
});

test("a moderator accepts or refuses it; a refused replacement leaves the paper in force", async () => {
  const first = (await upload({ type: "passport" }, "%PDF-1.7 first %%EOF", "a.pdf")).body;
  const waiting = (await demo.call(null, "GET", "/sandbox/api/moderation")).body.items ?? [];
  expect(
    waiting.find((one) => one["kind"] === "workman-document" && one["id"] === first["id"])?.[
      "title"
    ],
  ).toMatch(/^Паспорт, /);
  expect((await decide(first["id"], "approve")).status).toBe(200);
  expect((await decide(first["id"], "reject")).status).toBe(409);
  const second = (await upload({ type: "passport" }, "%PDF-1.7 second %%EOF", "b.pdf")).body;
  expect(
    (
      await decide(second["id"], "reject", {
        reasonID: "UNREADABLE",
        comment: "Снимите без бликов",
      })
    ).status,
  ).toBe(200);
  const notices =
    (await demo.call(CAST.workman, "GET", "/open-api/v1/notifications")).body.items ?? [];
  expect(notices[0]).toMatchObject({
    type: "App\\Notification\\Document\\DocumentRejected",
    resource: {
      document: { name: "Паспорт", type: "passport" },
      rejectReason: { id: "UNREADABLE" },
      rejectComment: "Снимите без бликов",
    },
  });
  const shown = await list();
  expect(shown.find((one) => one["id"] === second["id"])).toMatchObject({
    state: { id: "REJECTED" },
    rejectReason: { id: "UNREADABLE", title: "Нечитаемый документ" },
    rejectComment: "Снимите без бликов",
  });
  expect(shown.find((one) => one["id"] === first["id"])).toMatchObject({ state: { id: "VALID" } });
  expect(
    (await demo.call(CAST.workman, "GET", "/client-api/workman/my-info")).body["answerObstacle"],
  ).toBeNull();
});

test("a customer he works with takes the papers that are in force as one archive, written into the journal; nobody else does", async () => {
  const { rows } = await sql<{ id: number; account_id: number }>`
    SELECT e.id, e.account_id
    FROM employments e
    JOIN workmen w ON w.id = e.workman_id
    JOIN people p ON p.id = w.person_id
    JOIN account_users u ON u.account_id = e.account_id
    JOIN people o ON o.id = u.person_id
    WHERE p.phone = ${CAST.workman} AND o.phone = ${CAST.owner} AND e.state = 'ACTIVE'`.execute(
    demo.database.kysely,
  );
  const id = rows[0]?.id;
  const address = `/open-api/v1/employees/${String(id)}/download-documents`;
  const archive = await demo.call(CAST.owner, "GET", address);
  expect(archive.status).toBe(200);
  const files = unzip(archive.raw);
  expect([...files.keys()]).toEqual(["Паспорт.pdf"]);
  expect(files.get("Паспорт.pdf")?.toString()).toBe("%PDF-1.7 first %%EOF");
  expect((await demo.call(CAST.viewer, "GET", address)).status).toBe(403);
  expect((await demo.call(CAST.otherOwner, "GET", address)).status).toBe(404);
  const journal = await sql`
      SELECT 1 FROM audit_log WHERE event = 'workman.pd_viewed' AND object ->> 'id' = ${String(id)}`.execute(
    demo.database.kysely,
  );
  expect(journal.rows).toHaveLength(1);
  await sql`UPDATE employments SET state = 'ENDED' WHERE id = ${id}`.execute(demo.database.kysely);
  expect((await demo.call(CAST.owner, "GET", address)).status).toBe(409);
});
