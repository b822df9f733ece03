import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { CAST } from "#tests/support/demo-app.ts";
import { textOfPdf } from "#tests/support/pdf-text.ts";
import { buildTaxDesk, type TaxDesk } from "#tests/support/tax-desk.ts";

const URL = "/open-api/v1/workman/references";
const NO_ACCESS = "79000000107";
const DAY_MS = 86_400_000;

let desk: TaxDesk;
let year: number;
beforeAll(async () => {
  desk = await buildTaxDesk();
  await sql`DELETE FROM tax_references`.execute(desk.database.kysely);
  // No year ends under these tests, and the year of Moscow is not that of Greenwich for three
  // hours.
  desk.clock.set(
    new Date(`${moscowDate(new Date(desk.clock.now().getTime() + DAY_MS))}T12:00:00+03:00`),
  );
  year = Number(moscowDate(desk.clock.now()).slice(0, 4));
});
afterAll(() => desk.close());

const order = async (
  type: "INCOME" | "REGISTRATION",
  ofYear = year,
  phone: string = CAST.workman,
) => desk.call(phone, "POST", URL, { type, year: ofYear });
const list = async (phone: string = CAST.workman) =>
  (await desk.call(phone, "GET", URL)).body.items ?? [];
const file = (id: unknown, phone: string = CAST.workman) =>
  desk.call(phone, "GET", `${URL}/${String(id)}/file`);

describe("a reference of the tax service", () => {
  test("is ordered, made meanwhile, told of and downloaded as a PDF", async () => {
    const ordered = await order("INCOME");
    expect(ordered.body).toMatchObject({
      type: { id: "INCOME", title: "Справка о доходах" },
      year,
      state: { id: "PROCESSING" },
    });
    const { id } = ordered.body;
    expect([(await file(id)).status, (await file(id)).body["message"]]).toEqual([
      409,
      "Справка ещё готовится",
    ]);
    await desk.runTasksUntilIdle();
    expect(await list()).toMatchObject([{ id, state: { id: "READY", title: "Готова" } }]);
    expect(await desk.told(CAST.workman, "IncomeReferenceCompleted")).toContainEqual({
      text: `Справка о доходах за ${year} год готова`,
      resource: { year },
    });
    const answer = await file(id);
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringContaining("filename"),
    });
    expect(textOfPdf(answer.raw)).toContain(await desk.innOf(CAST.workman));
  });

  test("that is being made is not ordered twice; one that is made may be ordered again", async () => {
    await desk.taxService("PUT", "/switches", { answerAfterSeconds: 60 });
    const answers = await Promise.all([
      order("REGISTRATION"),
      order("REGISTRATION"),
      order("REGISTRATION"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await desk.runTasksUntilIdle();
    expect((await order("REGISTRATION")).body["message"]).toBe(
      "Эта справка уже готовится. Дождитесь её",
    );
    await desk.pass(70_000);
    expect(await desk.told(CAST.workman, "RegistrationReferenceCompleted")).toHaveLength(1);
    await desk.taxService("PUT", "/switches", { answerAfterSeconds: 0 });
    expect((await order("REGISTRATION")).status).toBe(200);
    await desk.runTasksUntilIdle();
  });

  test("that fails is told of and may be ordered again", async () => {
    await desk.taxService("PUT", "/switches", { failReferences: 1 });
    const { body } = await order("INCOME", year - 1);
    await desk.runTasksUntilIdle();
    expect((await list())[0]).toMatchObject({ id: body["id"], state: { id: "FAILED" } });
    expect((await desk.told(CAST.workman, "IncomeReferenceFailed"))[0]).toMatchObject({
      resource: { year: year - 1 },
      text: expect.stringContaining("Повторите позже в мобильном приложении"),
    });
    expect((await file(body["id"])).body["message"]).toBe(
      "Справку не удалось получить. Закажите её ещё раз",
    );
    await order("INCOME", year - 1);
    await desk.runTasksUntilIdle();
    expect((await list())[0]).toMatchObject({ state: { id: "READY" } });
  });

  test("that does not come within a day has failed", async () => {
    await desk.taxService("PUT", "/switches", { answerAfterSeconds: 3 * 86_400 });
    await order("REGISTRATION", year - 1);
    await desk.runTasksUntilIdle();
    await desk.pass(DAY_MS + 60_000);
    expect(await desk.told(CAST.workman, "RegistrationReferenceFailed")).toHaveLength(1);
    await desk.taxService("PUT", "/switches", { answerAfterSeconds: 0 });
  });

  test("is the worker's own: another's looks like none", async () => {
    const [mine] = await list();
    const stranger = await file(mine?.["id"], "79000000201");
    const nobodys = await file(2_147_483_000, "79000000201");
    expect([stranger.status, stranger.body["message"]]).toEqual([404, nobodys.body["message"]]);
    expect(nobodys.status).toBe(404);
    expect((await file(mine?.["id"], CAST.owner)).status).toBe(403);
    expect(await list("79000000201")).toEqual([]);
  });

  test("is not ordered without access, nor for a year to come", async () => {
    expect((await order("INCOME", year, NO_ACCESS)).body["message"]).toMatch(
      /^Подключите «Мой налог»/,
    );
    expect((await order("INCOME", year + 1)).body).toMatchObject({
      errors: { year: ["Этот год ещё не наступил"] },
    });
  });
});
