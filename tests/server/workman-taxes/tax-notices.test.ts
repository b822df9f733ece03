import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CAST } from "#tests/support/demo-app.ts";
import { buildTaxDesk, type TaxDesk } from "#tests/support/tax-desk.ts";

const OTHER = "79000000206";
const NO_ACCESS = "79000000107";
const HOUR_MS = 3_600_000;

let desk: TaxDesk;
beforeAll(async () => {
  desk = await buildTaxDesk();
});
afterAll(() => desk.close());

describe("a message of the tax authority", () => {
  const texts = async (phone: string) =>
    (await desk.told(phone, "TaxAuthorityNotice")).map(({ resource }) => resource);

  test("reaches the worker it was written to, once", async () => {
    await sql`DELETE FROM notices`.execute(desk.database.kysely);
    const message = { title: "Срок уплаты налога", text: "Уплатите налог за октябрь до 30 ноября" };
    expect(
      (await desk.taxService("POST", "/messages", { inn: await desk.innOf(OTHER), ...message }))
        .status,
    ).toBe(200);
    await desk.runTasksUntilIdle();
    for (let hour = 0; hour < 3; hour += 1) await desk.pass(HOUR_MS + 1000);
    expect(await texts(OTHER)).toEqual([message]);
    expect(await texts(CAST.workman)).toEqual([]);
  });

  test("waits for whoever has not let the platform in", async () => {
    await desk.taxService("POST", "/messages", {
      inn: await desk.innOf(NO_ACCESS),
      title: "Требование",
      text: "Уточните доход",
    });
    await desk.pass(HOUR_MS + 1000);
    expect(await texts(NO_ACCESS)).toEqual([]);
    await desk.taxService("PUT", "/switches", { bindAnswer: "CONFIRM", bindAfterSeconds: 0 });
    await desk.call(NO_ACCESS, "POST", "/open-api/v1/workman/fns/bind", {});
    await desk.pass(10_000);
    await desk.pass(HOUR_MS + 1000);
    expect(await texts(NO_ACCESS)).toHaveLength(1);
  });

  test("to nobody the tax service knows is not sent", async () => {
    expect(
      (
        await desk.taxService("POST", "/messages", {
          inn: "770123456703",
          title: "Кому",
          text: "Никому",
        })
      ).status,
    ).toBe(404);
  });
});

describe("data of the tax service", () => {
  const info = async (phone: string) =>
    (await desk.call(phone, "GET", "/client-api/workman/my-info")).body;

  test("another name becomes the worker's, who is told", async () => {
    const inn = await desk.innOf(OTHER);
    expect(
      (
        await desk.taxService("POST", "/taxpayers/requisites", {
          inn,
          lastName: "Громова",
          firstName: "Варвара",
          middleName: "Ильинична",
        })
      ).status,
    ).toBe(200);
    await desk.runTasksUntilIdle();
    expect(await info(OTHER)).toMatchObject({ name: "Громова Варвара Ильинична", inn });
    expect(await desk.told(OTHER, "RequisitesChanged")).toEqual([
      {
        text: "Реквизиты обновлены по данным ФНС",
        resource: { workman: { id: await desk.workmanOf(OTHER), name: "Громова Варвара" } },
      },
    ]);
  });

  test("the same name in capitals and without ё is no change", async () => {
    await desk.taxService("POST", "/taxpayers/requisites", {
      inn: await desk.innOf(OTHER),
      lastName: "ГРОМОВА",
      firstName: "ВАРВАРА",
      middleName: "ИЛЬИНИЧНА",
    });
    await desk.runTasksUntilIdle();
    expect(await desk.told(OTHER, "RequisitesChanged")).toHaveLength(1);
    expect(await info(OTHER)).toMatchObject({ name: "Громова Варвара Ильинична" });
  });

  test("another number becomes the worker's, unless it is somebody else's", async () => {
    const inn = await desk.innOf(OTHER);
    const requisites = { inn, lastName: "Громова", firstName: "Варвара", middleName: "Ильинична" };
    await desk.taxService("POST", "/taxpayers/requisites", {
      ...requisites,
      currentInn: await desk.innOf(CAST.workman),
    });
    await desk.runTasksUntilIdle();
    expect(await info(OTHER)).toMatchObject({ inn });
    await desk.taxService("POST", "/taxpayers/requisites", {
      ...requisites,
      currentInn: "500100732259",
    });
    await desk.runTasksUntilIdle();
    expect(await info(OTHER)).toMatchObject({ inn: "500100732259", smzState: { id: "OK" } });
    expect(await desk.told(OTHER, "RequisitesChanged")).toHaveLength(2);
  });
});
