import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JobOfferMessage, JobOfferMessages } from "#contract/job-offers/message.ts";
import { aWorkman } from "#tests/support/factories/a-workman.ts";
import { aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { multipartForm, type FormFile } from "#tests/support/multipart.ts";
import { buildOfferScene, type OfferScene } from "#tests/support/offer-scene.ts";

let scene: OfferScene;
beforeAll(async () => {
  scene = await buildOfferScene();
});
afterAll(() => scene.product.close());

const db = () => scene.product.database.kysely;
const PNG = await sharp({ create: { width: 20, height: 10, channels: 3, background: "#2a7" } })
  .png()
  .toBuffer();
const PDF = Buffer.from("%PDF-1.7 the list %%EOF");

async function send(phone: string, url: string, parts: Record<string, string | FormFile>) {
  const form = multipartForm(parts);
  const answer = await scene.product.http.inject({
    method: "POST",
    url,
    headers: { ...(await scene.product.signIn(phone)), ...form.headers },
    payload: form.payload,
  });
  return {
    status: answer.statusCode,
    body: answer.json() as JobOfferMessage & {
      errors?: Record<string, string[]>;
      message: string;
      id: number;
    },
  };
}
const say = (phone: string, jobOfferID: number, message: string, file?: FormFile) =>
  send(phone, "/client-api/job-offer-message/create", {
    jobOfferID: String(jobOfferID),
    message,
    ...(file ? { file } : {}),
  });
const read = async (phone: string, jobOfferID: number) =>
  (await scene.call(phone, "GET", "/job-offer-message/list", { jobOfferID }))
    .body as unknown as JobOfferMessages;
const fetchFile = async (phone: string, id: number) =>
  scene.product.http.inject({
    method: "GET",
    url: `/open-api/v1/job-offer-files/${id}`,
    headers: await scene.product.signIn(phone),
  });

describe("a file of the chat", () => {
  test("is opened by both sides and nobody else, under a name with the ending of what it is", async () => {
    const { id } = await scene.offer("ACCEPTED");
    const sent = await say(scene.workman.phone, id, "", {
      fileName: "../полки\u202Egnp.exe",
      contentType: "application/x-msdownload",
      data: PNG,
    });
    expect(sent).toMatchObject({
      status: 200,
      body: {
        message: "",
        file: { name: "полкиgnp.exe.png", contentType: "image/png", sizeBytes: PNG.length },
      },
    });
    const fileId = sent.body.file?.id as number;
    expect((await read(scene.owner, id)).items[0]).toMatchObject({
      isMine: false,
      file: { id: fileId },
    });
    const opened = await fetchFile(scene.owner, fileId);
    expect([
      opened.statusCode,
      opened.headers["content-type"],
      opened.headers["content-disposition"],
    ]).toEqual([200, "image/png", expect.stringContaining("attachment")]);
    expect(opened.rawPayload.equals(PNG)).toBe(true);
    const stranger = await aWorkman(db());
    expect((await fetchFile(stranger.phone, fileId)).statusCode).toBe(404);
  });

  test("is a picture or a PDF by its content, whatever its name says", async () => {
    const { id } = await scene.offer("ACCEPTED");
    const refused = await say(scene.owner, id, "Смета", {
      fileName: "смета.pdf",
      contentType: "application/pdf",
      data: "<script>alert(1)</script>",
    });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { file: [expect.stringContaining("JPEG, PNG, WebP")] } },
    });
    expect((await read(scene.owner, id)).items.map((one) => one.message)).not.toContain("Смета");
    expect(
      (await say(scene.owner, id, "Смета", { fileName: "смета.pdf", data: PDF })).body.file,
    ).toMatchObject({ name: "смета.pdf", contentType: "application/pdf" });
  });

  test("is not larger than 10 MB", async () => {
    const { id } = await scene.offer("ACCEPTED");
    const large = Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)]);
    expect((await say(scene.owner, id, "Фото", { fileName: "фото.png", data: large })).status).toBe(
      413,
    );
  });
});

test("the chat says what has become of the offer, and such lines count as read", async () => {
  const { id } = await scene.offer("COMPLETED", { rubles: 5000 });
  await scene.call(scene.owner, "POST", "/job-offer/arbitration", {
    jobOfferID: id,
    amount: 4000,
    reasonID: "PARTLY_DONE",
  });
  await scene.call(scene.workman.phone, "POST", "/job-offer/arbitration-decline", {
    jobOfferID: id,
  });
  const { items } = await read(scene.workman.phone, id);
  expect(items.every((one) => one.author === null && !one.isMine)).toBe(true);
  expect(items.map((one) => one.message.replaceAll("\u00A0", " ")).reverse()).toEqual([
    "Заказчик принял отклик, деньги заморожены",
    "Исполнитель приступил к работе",
    "Исполнитель сообщил, что работа выполнена",
    "Заказчик предложил изменить выплату: 5 000,00 ₽ → 4 000,00 ₽",
    "Исполнитель не согласился на новую сумму",
  ]);
  expect(
    (await scene.call(scene.owner, "GET", "/job-offer/info", { jobOfferID: id })).body
      .unreadMessagesCount,
  ).toBe(0);
});

test("each side learns up to where the other has read", async () => {
  const { id } = await scene.offer("ACCEPTED");
  const { body } = await say(scene.workman.phone, id, "Буду в девять");
  expect((await read(scene.workman.phone, id)).otherReadID).toBeLessThan(body.id);
  const before = await read(scene.owner, id);
  expect(before.readID).toBeLessThan(body.id);
  expect((await read(scene.owner, id)).readID).toBe(body.id);
  expect((await read(scene.workman.phone, id)).otherReadID).toBe(body.id);
});

test("a list of jobs counts what each side has not read, and nobody else's", async () => {
  const { id, jobId } = await scene.offer("ACCEPTED");
  await say(scene.workman.phone, id, "Буду в девять");
  await say(scene.workman.phone, id, "И возьму лестницу");
  const unread = async (phone: string, list: string) => {
    const items = (await scene.call(phone, "GET", list, { perPage: 100 })).body
      .items as unknown as { id: number; unreadMessagesCount: number }[];
    return items.find((one) => one.id === jobId)?.unreadMessagesCount;
  };
  expect([
    await unread(scene.owner, "/job/created-list"),
    await unread(scene.workman.phone, "/job/has-accepted-offer-list"),
  ]).toEqual([2, 0]);
  await read(scene.owner, id);
  await say(scene.owner, id, "Ждём");
  expect([
    await unread(scene.owner, "/job/created-list"),
    await unread(scene.workman.phone, "/job/has-accepted-offer-list"),
  ]).toEqual([0, 1]);
});

test("that somebody writes is told to the other side only, and to no journal", async () => {
  const { id } = await scene.offer("ACCEPTED");
  const heard: string[] = [];
  scene.product.app.hub.onAny(({ to, resource, ids }) => {
    if (resource === "job-offer-typing" && ids?.[0] === id) heard.push(to);
  });
  const typing = async (phone: string) =>
    (
      await scene.product.http.inject({
        method: "POST",
        url: `/open-api/v1/job-offers/${id}/typing`,
        headers: await scene.product.signIn(phone),
      })
    ).statusCode;
  const { rows: before } = await sql<{
    count: bigint;
  }>`SELECT count(*) AS count FROM audit_log WHERE event LIKE '%typing%'`.execute(db());
  expect(await typing(scene.workman.phone)).toBe(200);
  await expect.poll(() => heard).toEqual([`account:${scene.account}`]);
  expect(await typing(scene.owner)).toBe(200);
  await expect.poll(() => heard[1]).toMatch(/^person:/);
  expect(await typing((await aPersonWithRole(db(), scene.account, "VIEWER")).phone)).toBe(403);
  expect(await typing((await aWorkman(db())).phone)).toBe(404);
  const { rows: after } = await sql<{
    count: bigint;
  }>`SELECT count(*) AS count FROM audit_log WHERE event LIKE '%typing%'`.execute(db());
  expect(after).toEqual(before);
});

describe("files of a result", () => {
  const add = (phone: string, id: number, fileName = "итог.png") =>
    send(phone, `/open-api/v1/job-offers/${id}/result-files`, { file: { fileName, data: PNG } });
  const remove = async (phone: string, fileId: number) =>
    (
      await scene.product.http.inject({
        method: "DELETE",
        url: `/open-api/v1/job-offer-files/${fileId}`,
        headers: await scene.product.signIn(phone),
      })
    ).statusCode;

  test("are added and removed by the worker while he works, and seen by the customer", async () => {
    const { id } = await scene.offer("INPROGRESS");
    const [kept, removed] = [
      await add(scene.workman.phone, id),
      await add(scene.workman.phone, id, "лишний.png"),
    ];
    expect(await remove(scene.workman.phone, removed.body.id)).toBe(200);
    expect((await fetchFile(scene.workman.phone, removed.body.id)).statusCode).toBe(404);
    expect(
      (
        await scene.call(scene.workman.phone, "POST", "/job-offer/finish", {
          jobOfferID: id,
          comment: "Три рейса",
        })
      ).status,
    ).toBe(200);
    expect(
      (await scene.call(scene.owner, "GET", "/job-offer/info", { jobOfferID: id })).body,
    ).toMatchObject({
      finishComment: "Три рейса",
      resultFiles: [{ id: kept.body.id, name: "итог.png" }],
    });
    expect((await fetchFile(scene.owner, kept.body.id)).statusCode).toBe(200);
    // Delivered messages stay.
    expect((await add(scene.workman.phone, id)).status).toBe(409);
    expect(await remove(scene.workman.phone, kept.body.id)).toBe(409);
  });

  test("are not more than ten", async () => {
    const { id } = await scene.offer("INPROGRESS");
    for (let count = 0; count < 10; count += 1)
      expect((await add(scene.workman.phone, id)).status).toBe(200);
    expect(await add(scene.workman.phone, id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("не больше 10") },
    });
  });
});
