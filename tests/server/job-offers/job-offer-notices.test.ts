import { sql } from "kysely";
import { Value } from "typebox/value";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOTICE_PAYLOADS } from "#contract/notices/notice-payloads.ts";
import { NOTICE_TYPES, type NoticeName } from "#contract/notices/notice-types.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { aWorkman } from "#tests/support/factories/a-workman.ts";
import { aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { buildOfferScene, type OfferScene } from "#tests/support/offer-scene.ts";

let scene: OfferScene;
beforeAll(async () => {
  scene = await buildOfferScene();
});
afterAll(() => scene.product.close());
beforeEach(async () => {
  await sql`TRUNCATE notices`.execute(db());
});

const db = () => scene.product.database.kysely;
const post = (phone: string, path: string, input: Record<string, unknown>) =>
  scene.call(phone, "POST", `/job-offer/${path}`, input);
const TITLE = "Покрасить забор";

/**
 * The person's notices of one type; checks the fields of each resource and that its job opens for
 * him.
 */
async function told(phone: string, name: NoticeName): Promise<string[]> {
  const { rows } = await sql<{ type: string; resource: object }>`
    SELECT n.type, n.resource
    FROM notices n
    JOIN people p ON p.id = n.person_id
    WHERE p.phone = ${phone} AND n.type = ${NOTICE_TYPES[name].id}
    ORDER BY n.id`.execute(db());
  for (const { resource } of rows)
    expect(Value.Check(NOTICE_PAYLOADS[name], resource), JSON.stringify(resource)).toBe(true);
  for (const job of new Set(
    rows.map((one) => /^\/jobs\/(\d+)$/.exec(viewNotice(one).to ?? "")?.[1]),
  )) {
    if (job)
      expect([name, (await scene.call(phone, "GET", "/job/info", { jobID: job })).status]).toEqual([
        name,
        200,
      ]);
  }
  return rows.map((one) => viewNotice(one).text.replaceAll("\u00A0", " "));
}

async function toldOf(phone: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`
    SELECT substring(n.type FROM '[^\\\\]+$') AS name
    FROM notices n
    JOIN people p ON p.id = n.person_id
    WHERE p.phone = ${phone}
    ORDER BY n.id`.execute(db());
  return rows.map((one) => one.name);
}

describe("the company hears", () => {
  test("of an answer: its owner, who posted the job, and the managers of its project; nobody else", async () => {
    const { rows } = await sql<{
      id: number;
    }>`
      INSERT INTO projects (account_id, title)
      VALUES (${scene.account}, 'Дача'), (${scene.account}, 'Склад')
      RETURNING id`.execute(db());
    const [here, elsewhere] = rows.map((row) => row.id) as [number, number];
    const person = (role: Parameters<typeof aPersonWithRole>[2], projectIds?: number[]) =>
      aPersonWithRole(db(), scene.account, role, projectIds ? { projectIds } : {});
    const [author, manager, stranger, admin] = [
      await person("RECRUITER"),
      await person("PROJECT_MANAGER", [here]),
      await person("PROJECT_MANAGER", [elsewhere]),
      await person("ADMIN"),
    ];
    const jobID = await scene.job({ title: TITLE, projectId: here });
    await sql`UPDATE jobs SET created_by = ${author.personId} WHERE id = ${jobID}`.execute(db());
    await post(scene.workman.phone, "create", { jobID, amount: 3000 });
    for (const phone of [scene.owner, author.phone, manager.phone])
      expect(await told(phone, "OfferCreated"), phone).toEqual([expect.stringContaining(TITLE)]);
    for (const phone of [stranger.phone, admin.phone, scene.workman.phone])
      expect(await toldOf(phone)).toEqual([]);
  });

  test("of the beginning and the end of the work, unless it has finished it itself", async () => {
    await scene.offer("COMPLETED", { job: { title: TITLE } });
    expect(await told(scene.owner, "OfferExecutionStarted")).toEqual([
      expect.stringContaining(TITLE),
    ]);
    expect(await told(scene.owner, "OfferExecutionFinished")).toEqual([
      expect.stringContaining(TITLE),
    ]);
    const { id } = await scene.offer("INPROGRESS");
    await post(scene.owner, "finish", { jobOfferID: id });
    expect(await told(scene.owner, "OfferExecutionFinished")).toHaveLength(1);
  });
});

describe("the worker hears", () => {
  test("that he was chosen, and the others that somebody else was", async () => {
    const other = await aWorkman(db());
    const { id, jobId } = await scene.offer("CREATED", { job: { title: TITLE } });
    await post(other.phone, "create", { jobID: jobId, amount: 5000 });
    await post(scene.owner, "accept", { jobOfferID: id });
    expect(await told(scene.workman.phone, "OfferAccepted")).toEqual([
      expect.stringContaining(TITLE),
    ]);
    expect(await told(other.phone, "OfferDeclined")).toEqual([
      expect.stringContaining("Выбран другой исполнитель"),
    ]);
    expect(await toldOf(other.phone)).toEqual(["OfferDeclined"]);
  });

  test("why he was declined, by the company or by the moderator, and that what was agreed is off", async () => {
    const declined = await scene.offer("CREATED");
    await post(scene.owner, "decline", {
      jobOfferID: declined.id,
      reasonID: "PRICE",
      comment: "Выше бюджета",
    });
    expect(await told(scene.workman.phone, "OfferDeclined")).toEqual([
      expect.stringMatching(/Не подходит цена.*Выше бюджета/s),
    ]);
    const rejected = await scene.offer("CREATED");
    await scene.product.http.inject({
      method: "POST",
      url: `/sandbox/api/moderation/job-offer/${rejected.id}/reject`,
      payload: { reasonID: "CONTACTS" },
    });
    expect(await told(scene.workman.phone, "OfferRejected")).toEqual([
      expect.stringContaining("Контакты в сообщении"),
    ]);
    const canceled = await scene.offer("ACCEPTED");
    await post(scene.owner, "cancel", { jobOfferID: canceled.id, comment: "Перенесли" });
    expect(await told(scene.workman.phone, "OfferDeclined")).toHaveLength(2);
  });

  test("that the result is accepted, and that an act waits for his signature where one is asked for", async () => {
    const signed = await scene.offer("COMPLETED", { job: { title: TITLE } });
    await post(scene.owner, "result-accept", { jobOfferID: signed.id });
    expect(await told(scene.workman.phone, "ActRequired")).toEqual([
      expect.stringContaining(TITLE),
    ]);
    const unsigned = await scene.offer("COMPLETED", { isActRequired: false });
    await post(scene.owner, "mass-result-accept", { jobOfferIDs: [unsigned.id] });
    expect(await told(scene.workman.phone, "OfferResultAccepted")).toHaveLength(2);
    expect(await told(scene.workman.phone, "ActRequired")).toHaveLength(1);
  });

  test("that an answer nobody has read goes to the archive", async () => {
    await scene.offer("CREATED", { job: { title: TITLE } });
    scene.product.clock.advance(31 * 86_400_000);
    await scene.product.runTasksUntilIdle();
    expect(await told(scene.workman.phone, "OfferArchived")).toContainEqual(
      expect.stringContaining(TITLE),
    );
    expect(await toldOf(scene.owner)).not.toContain("OfferArchived");
  });
});

describe("a change of the payout", () => {
  test("is told to the worker, his answer to the company, with both sums", async () => {
    const { id } = await scene.offer("COMPLETED", { job: { title: TITLE }, rubles: 1500.5 });
    await sql`TRUNCATE notices`.execute(db());
    const propose = (amount: number) =>
      post(scene.owner, "arbitration", { jobOfferID: id, amount, reasonID: "DEFECTS" });
    await propose(1200);
    expect(await told(scene.workman.phone, "ArbitrationOpened")).toEqual([
      expect.stringMatching(/1 500,50.*1 200/),
    ]);
    await post(scene.workman.phone, "arbitration-decline", { jobOfferID: id });
    expect(await told(scene.owner, "ArbitrationDeclined")).toHaveLength(1);
    await propose(1300);
    await post(scene.workman.phone, "arbitration-accept", { jobOfferID: id });
    expect(await told(scene.owner, "ArbitrationAccepted")).toEqual([
      expect.stringContaining("1 300"),
    ]);
    expect(await toldOf(scene.workman.phone)).toEqual([
      "ArbitrationOpened",
      "ArbitrationOpened",
      "ActRequired",
    ]);
  });

  test("that a moderator has decided is told to both", async () => {
    const { id } = await scene.offer("COMPLETED", { job: { title: TITLE } });
    for (const amount of [1, 2, 3]) {
      await post(scene.owner, "arbitration", { jobOfferID: id, amount, reasonID: "OTHER" });
      await post(scene.workman.phone, "arbitration-decline", { jobOfferID: id });
    }
    await sql`TRUNCATE notices`.execute(db());
    await scene.product.http.inject({
      method: "POST",
      url: `/sandbox/api/moderation/arbitration/${id}/reject`,
      payload: { comment: "По переписке сторон" },
    });
    expect(await toldOf(scene.owner)).toEqual(["ArbitrationDeclined"]);
    expect(await toldOf(scene.workman.phone)).toEqual(["ArbitrationDeclined"]);
  });
});
