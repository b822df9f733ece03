import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { bankAccount, personInn } from "#contract/values/check-digits.ts";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import { folderStorage } from "#server/integrations/file-storage/folder.ts";
import { sandboxTaxService } from "#server/integrations/tax-service/sandbox.ts";
import {
  overdueRegistrationsTask,
  registrationTask,
} from "#server/modules/workman-registration/tasks/registration.ts";
import { readScan } from "#server/files/scans.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { makeProductEvents } from "#server/product-events.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { TEST_SECRET } from "#tests/support/global-setup.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { aNewcomer, NewcomerDesk } from "#tests/support/newcomer-desk.ts";
import { aCustomer } from "#tests/support/payroll-cast.ts";
import { aPlatform } from "#tests/support/a-platform.ts";

let product: TestApp;
const db = () => product.database.kysely;

beforeAll(async () => {
  // Only the test moves the product's clock: on a slow machine a status must not pass unseen.
  vi.useFakeTimers({ toFake: ["Date"] });
  product = await buildTestApp();
  product.clock.set(new Date("2026-03-10T09:00:00Z"));
  await db().transaction().execute(seedReference);
  await sql`UPDATE tax_sweeps SET due_at = ${product.clock.now()}`.execute(db());
});
afterAll(async () => {
  vi.useRealTimers();
  await product.close();
});

/** @returns where he stands with a company that has invited him, and how often it has asked him. */
async function invitedBy(workmanId: number, state: "INVITED" | "REGISTRATION") {
  const { accountId } = await aCustomer(db(), { seed: 900 + workmanId, funds: 1n });
  await sql`
    INSERT INTO employments (account_id, workman_id, state, since)
    VALUES (${accountId}, ${workmanId}, ${state}, ${product.clock.now()})`.execute(db());
  return async () => {
    const { rows } = await sql<{ state: string; asked: number }>`
      SELECT e.state, (SELECT count(*)::integer FROM notices n
        WHERE n.person_id = w.person_id AND n.type = ${NOTICE_TYPES.EmploymentInvited.id}) AS asked
      FROM employments e JOIN workmen w ON w.id = e.workman_id
      WHERE e.workman_id = ${workmanId}`.execute(db());
    return rows[0];
  };
}

const newcomer = (over?: Parameters<typeof aNewcomer>[1]) => aNewcomer(product, over);

describe("a Russian newcomer", () => {
  test("fills in step by step, becomes self-employed, lets the platform in, and can be paid", async () => {
    const desk = await newcomer();
    expect(await desk.steps()).toMatchObject({
      currentStep: 0,
      status: { id: "DRAFT" },
      profile: { currentStep: "base" },
    });
    await desk.fillIn();
    expect(await desk.steps()).toMatchObject({
      currentStep: 3,
      status: { id: "READY" },
      profile: {
        currentStep: "start",
        wantedConsents: ["acceptTerms", "acceptDataPolicy", "acceptPepAgreement"],
      },
    });
    await desk.send();
    expect(await desk.steps()).toMatchObject({
      currentStep: null,
      status: { id: "CLIENT_IN_PROCESS" },
      profile: { wantedConsents: [] },
    });
    // Every answer is asynchronous.
    expect(await desk.statusesUntil("COMPLETE")).toEqual([
      "CLIENT_IN_PROCESS",
      "SMZ_REQUEST_IN_PROGRESS",
      "SMZ_VALID",
      "COMPLETE",
    ]);
    await desk.pass(5);
    expect(await desk.myInfo()).toMatchObject({
      state: { id: "ACTIVE" },
      smzState: { id: "OK" },
      registrationStatus: { id: "COMPLETE" },
      hasPaymentDetails: true,
      answerObstacle: null,
    });
    const { rows } = await sql<{
      kept: string;
    }>`
      SELECT encode(sealed_profile, 'escape') AS kept FROM workmen WHERE id = ${desk.id}`.execute(
      db(),
    );
    expect(rows[0]?.kept).not.toContain("123456");
  });

  test("what is wrong stands under its field, and nothing of it is kept", async () => {
    const desk = await newcomer();
    expect(
      await desk.put("/workman-steps/0", {
        taxpayerTypeID: "SMZ",
        citizenshipID: "uz",
        inn: "500100732250",
      }),
    ).toMatchObject({
      status: 422,
      body: {
        errors: {
          citizenshipID: [expect.stringContaining("не могут применять НПД")],
          inn: [expect.stringContaining("контрольная сумма")],
        },
      },
    });
    await desk.start();
    expect(
      (await desk.put("/workman-steps/2", { ...desk.base, birthDate: "2015-01-01" })).body,
    ).toMatchObject({ errors: { birthDate: [expect.stringContaining("14 лет")] } });
    expect(
      (await desk.put("/workman-steps/2", { ...desk.base, birthDate: "2010-01-01" })).body,
    ).toMatchObject({
      errors: { agentLastName: [expect.any(String)], agentPhone: [expect.any(String)] },
    });
    await desk.put("/workman-steps/2", desk.base);
    expect(
      (
        await desk.step("documents", {
          ...desk.documents,
          snils: "11223344596",
          passport: { ...desk.documents.passport, series: "45" },
        })
      ).body,
    ).toMatchObject({
      errors: { snils: [expect.any(String)], "passport.series": ["Серия паспорта — 4 цифры"] },
    });
    expect(
      (
        await desk.step("payment-data", {
          payoutKindID: "PAYMENT_ACCOUNT",
          bankBik: "044525225",
          accountNumber: "40817810000000000001",
        })
      ).body,
    ).toMatchObject({
      errors: { accountNumber: [expect.stringContaining("не подходит к этому БИК")] },
    });
    expect(
      (
        await desk.put("/workman-steps/final", {
          acceptTerms: true,
          acceptDataPolicy: true,
          acceptPepAgreement: true,
        })
      ).body,
    ).toMatchObject({
      errors: { documents: ["Загрузите: Паспорт"], regionID: ["Выберите регион"] },
    });
    expect((await desk.profile()).passport.series).toBeNull();
  });

  test("a photograph of a paper is known by its content, loses what the camera tells, and lies sealed", async () => {
    const desk = await newcomer();
    const exif = Buffer.concat([
      Buffer.from(
        "Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0",
        "latin1",
      ),
      Buffer.from("GPS 55.7558 37.6173"),
    ]);
    const segment = (marker: number, body: Buffer) =>
      Buffer.concat([Buffer.from([0xff, marker, 0, body.length + 2]), body]);
    const photo = Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      segment(0xe0, Buffer.from("JFIF\0")),
      segment(0xe1, exif),
      Buffer.from([0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]),
    ]);
    const upload = async (data: Buffer | string, fileName: string) => {
      const form = multipartForm({ type: "passport", document: { fileName, data } });
      return product.http.inject({
        method: "POST",
        url: "/open-api/v1/talk-bank/upload-document",
        payload: form.payload,
        headers: { ...form.headers, ...(await product.signIn(desk.phone)) },
      });
    };
    expect((await upload("<html><script>1</script></html>", "passport.jpg")).json()).toMatchObject({
      errors: { document: [expect.stringContaining("JPEG, PNG или HEIC")] },
    });
    expect((await upload(photo, "IMG_0001.JPG")).statusCode).toBe(200);
    expect((await desk.profile()).requiredDocuments).toEqual([
      { id: "passport", title: "Паспорт", isUploaded: true },
    ]);
    const { rows } = await sql<{ storage_key: string; content_type: string; name: string }>`
      SELECT f.storage_key, f.content_type, f.name
      FROM workman_documents d
      JOIN files f ON f.id = d.file_id
      WHERE d.workman_id = ${desk.id}`.execute(db());
    expect(rows[0]).toMatchObject({ content_type: "image/jpeg", name: "passport.jpg" });
    const stored = await folderStorage(join(product.config.dataDir, "files")).localPath(
      rows[0]?.storage_key ?? "",
    );
    const kept = makeSecrets(TEST_SECRET).unsealBytes(await readFile(stored.path));
    expect([kept.includes("GPS"), kept.includes("JFIF"), readScan(kept)?.contentType]).toEqual([
      false,
      true,
      "image/jpeg",
    ]);
    // The picture keeps its orientation.
    expect(kept.includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]))).toBe(true);
  });

  test("a foreigner's paper with a term is taken with its day only, and is followed by it", async () => {
    const desk = await newcomer();
    await desk.start({ citizenshipID: "kz" });
    const upload = async (fields: Record<string, string>) => {
      const form = multipartForm({
        ...fields,
        document: { fileName: "scan.pdf", data: "%PDF-1.7\n%%EOF" },
      });
      return product.http.inject({
        method: "POST",
        url: "/open-api/v1/talk-bank/upload-document",
        payload: form.payload,
        headers: { ...form.headers, ...(await product.signIn(desk.phone)) },
      });
    };
    expect((await upload({ type: "migration_card" })).json()).toMatchObject({
      errors: { expireDate: ["Укажите, до какого дня действует документ"] },
    });
    expect(
      (await upload({ type: "migration_card", expireDate: "2020-01-01" })).json(),
    ).toMatchObject({
      errors: { expireDate: ["Срок документа уже истёк. Загрузите действующий"] },
    });
    expect((await upload({ type: "migration_card", expireDate: "2030-01-01" })).statusCode).toBe(
      200,
    );
    // A passport's term is optional.
    expect((await upload({ type: "passport" })).statusCode).toBe(200);
    const { rows } = await sql<{
      type: string;
      until: string | null;
    }>`
      SELECT type, to_char(expire_date, 'YYYY-MM-DD') AS until
      FROM workman_documents
      WHERE workman_id = ${desk.id}
      ORDER BY id`.execute(db());
    expect(rows).toEqual([
      { type: "migration_card", until: "2030-01-01" },
      { type: "passport", until: null },
    ]);
  });

  test("an ИНН of somebody else is refused", async () => {
    const first = await newcomer();
    await first.start();
    const second = await newcomer();
    expect(
      (await second.put("/workman-steps/0", { taxpayerTypeID: "SMZ", inn: first.inn })).body,
    ).toMatchObject({ errors: { inn: [expect.stringContaining("уже указан")] } });
  });
});

describe("the bank", () => {
  test("refuses, the person corrects, the bank accepts", async () => {
    const desk = await newcomer();
    await desk.fillIn({
      documents: { passport: { ...desk.documents.passport, number: "000000" } },
    });
    await desk.send();
    expect(await desk.statusesUntil("CLIENT_INVALID")).toEqual([
      "CLIENT_IN_PROCESS",
      "CLIENT_INVALID",
    ]);
    expect((await desk.profile()).message).toBe("Паспорт с таким номером не найден в базе МВД");
    expect(
      (await desk.put("/talk-bank/profile", { passport: { number: "12" } })).body,
    ).toMatchObject({ errors: { "passport.number": ["Номер паспорта — 6 цифр"] } });
    expect(await desk.put("/talk-bank/profile", { passport: { number: "123456" } })).toMatchObject({
      status: 200,
      body: { status: { id: "CLIENT_IN_PROCESS" }, message: null },
    });
    expect((await desk.put("/talk-bank/profile", { passport: { number: "123457" } })).status).toBe(
      409,
    );
    expect(await desk.statusesUntil("COMPLETE")).toEqual([
      "CLIENT_IN_PROCESS",
      "SMZ_REQUEST_IN_PROGRESS",
      "SMZ_VALID",
      "COMPLETE",
    ]);
  });

  test("loses an application and is given it again; of three faults support is told", async () => {
    const lost = await newcomer();
    await lost.fillIn();
    await sql`
      UPDATE sandbox.onboarding_settings SET bank_next = 'LOST', bank_next_count = 1`.execute(db());
    await lost.send();
    expect(
      await lost.statusesUntil("CLIENT_VALID", "SMZ_IN_PROCESS", "SMZ_REQUEST_IN_PROGRESS"),
    ).toEqual(["CLIENT_IN_PROCESS", "SMZ_REQUEST_IN_PROGRESS"]);

    const faulty = await newcomer();
    await faulty.fillIn();
    await sql`
      UPDATE sandbox.onboarding_settings
      SET bank_next = 'ERROR', bank_next_count = 3, bank_message = '5: Технический сбой'`.execute(
      db(),
    );
    await faulty.send();
    await faulty.pass(10);
    expect(await faulty.profile()).toMatchObject({
      status: { id: "CLIENT_ERROR" },
      error: "Технический сбой",
      isEditable: true,
    });
    for (let turn = 0; turn < 8 && (await faulty.profile()).status.id !== "ERROR"; turn += 1)
      await faulty.pass(310);
    expect((await faulty.profile()).status.id).toBe("ERROR");
    // The person corrects what support found, and sends it.
    expect((await faulty.put("/talk-bank/profile", {})).body).toMatchObject({
      status: { id: "CLIENT_IN_PROCESS" },
    });
  });
});

describe("the tax service", () => {
  test("knows him already: nothing is registered", async () => {
    const desk = await newcomer();
    await sql`
      INSERT INTO sandbox.taxpayers (inn, phone, registered, bound)
      VALUES (${desk.inn}, ${desk.phone}, true, false)`.execute(db());
    await desk.start();
    // Others have asked before, and the register answers twice a minute.
    for (let turn = 0; turn < 30 && (await desk.profile()).isSelfEmployed === null; turn += 1)
      await desk.pass(31);
    expect((await desk.profile()).isSelfEmployed).toBe(true);
    await desk.fillIn({ activities: [], regionID: "" });
    await desk.send();
    expect(await desk.statusesUntil("COMPLETE")).toEqual([
      "CLIENT_IN_PROCESS",
      "SMZ_VALID",
      "COMPLETE",
    ]);
    const { rows } =
      await sql`SELECT 1 FROM sandbox.tax_registrations WHERE inn = ${desk.inn}`.execute(db());
    expect(rows).toEqual([]);
  });

  test("refuses the request, refuses the person, loses the request", async () => {
    for (const [fate, status] of [
      ["REFUSED", "SMZ_REQUEST_ERROR"],
      ["FAILED", "SMZ_INVALID"],
    ] as const) {
      const desk = await newcomer();
      await desk.fillIn();
      await sql`
        UPDATE sandbox.onboarding_settings SET tax_next = ${fate}, tax_next_count = 1`.execute(
        db(),
      );
      await desk.send();
      expect((await desk.statusesUntil(status)).at(-1)).toBe(status);
      expect((await desk.profile()).message).toContain("Данные паспорта не совпадают");
      await desk.put("/talk-bank/profile", {});
      expect((await desk.statusesUntil("COMPLETE")).at(-1)).toBe("COMPLETE");
    }
    const lost = await newcomer();
    await lost.fillIn();
    await sql`
      UPDATE sandbox.onboarding_settings SET tax_next = 'LOST', tax_next_count = 1`.execute(db());
    await lost.send();
    expect((await lost.statusesUntil("COMPLETE")).at(-1)).toBe("COMPLETE");
  });

  test("down for an hour: the person is told after half of it, and everything goes on by itself", async () => {
    const desk = await newcomer();
    await desk.fillIn();
    await sql`
      UPDATE sandbox.switches SET out_of_reach = true WHERE service = 'tax-service'`.execute(db());
    await desk.send();
    // Its tasks alone: others would stop at the outage before them, each rests by itself in a
    // running product.
    const platform = aPlatform({
      db: product.db.kysely,
      clock: product.clock,
      secrets: makeSecrets(TEST_SECRET),
      bank: sandboxBank(db(), product.clock),
      taxService: sandboxTaxService(db(), product.clock),
      files: folderStorage(product.config.dataDir),
      events: makeProductEvents(),
    });
    const tasks = [overdueRegistrationsTask(platform), registrationTask(platform)];
    for (let minute = 0; minute < 60; minute += 1) {
      for (const task of tasks) await task.run(new AbortController().signal).catch(() => undefined);
      product.clock.advance(60_000);
    }
    expect(await desk.profile()).toMatchObject({
      status: { id: "SMZ_ERROR" },
      error: "ФНС не ответила за полчаса",
    });
    await sql`
      UPDATE sandbox.switches SET out_of_reach = false WHERE service = 'tax-service'`.execute(db());
    await desk.pass(700);
    expect((await desk.statusesUntil("COMPLETE")).at(-1)).toBe("COMPLETE");
  });

  test("access that is refused leaves the registration waiting for it, for as long as it takes", async () => {
    const desk = await newcomer();
    await desk.fillIn();
    await sql`UPDATE sandbox.tax_settings SET bind_answer = 'REFUSE'`.execute(db());
    await desk.send();
    expect((await desk.statusesUntil("SMZ_VALID")).at(-1)).toBe("SMZ_VALID");
    await desk.pass(86_400);
    expect(await desk.myInfo()).toMatchObject({
      registrationStatus: { id: "SMZ_VALID" },
      state: { id: "MODERATION" },
      smzState: { id: "NOACCESS" },
    });
    await sql`UPDATE sandbox.tax_settings SET bind_answer = 'CONFIRM'`.execute(db());
    expect((await desk.call("POST", "/workman/fns/bind", {})).status).toBe(200);
    expect((await desk.statusesUntil("COMPLETE")).at(-1)).toBe("COMPLETE");
  });
});

describe("others", () => {
  test("a sole proprietor needs no tax service; a moderator looks at a foreigner's papers; who is accepted is asked by companies that wait for him", async () => {
    const trader = await newcomer();
    const invited = await invitedBy(trader.id, "REGISTRATION");
    await trader.fillIn({
      taxpayerTypeID: "IP",
      ogrnip: "304500116000157",
      payment: {
        payoutKindID: "PAYMENT_ACCOUNT",
        bankBik: "044525225",
        accountNumber: bankAccount("044525225", "40802810", "79000000001"),
      },
    });
    await trader.send();
    expect(await trader.statusesUntil("COMPLETE")).toEqual(["CLIENT_IN_PROCESS", "COMPLETE"]);
    expect(await trader.myInfo()).toMatchObject({
      state: { id: "ACTIVE" },
      hasPaymentDetails: true,
    });
    expect(await invited()).toEqual({ state: "CONFIRMATION", asked: 1 });

    const foreigner = await newcomer();
    const awaited = await invitedBy(foreigner.id, "INVITED");
    await foreigner.start({ citizenshipID: "kz" });
    await foreigner.fillIn({ citizenshipID: "kz" });
    await foreigner.send();
    expect((await foreigner.statusesUntil("COMPLETE")).at(-1)).toBe("COMPLETE");
    await foreigner.pass(60);
    expect(await foreigner.myInfo()).toMatchObject({ state: { id: "MODERATION" } });
    expect(await awaited()).toEqual({ state: "INVITED", asked: 0 });
    await product.http.inject({
      method: "POST",
      url: `/sandbox/api/moderation/workman/${foreigner.id}/approve`,
      payload: {},
    });
    expect(await foreigner.myInfo()).toMatchObject({ state: { id: "ACTIVE" } });
    expect(await awaited()).toEqual({ state: "CONFIRMATION", asked: 1 });
  });

  test("change of citizenship is checked against the tax status, and looked at by a moderator", async () => {
    const desk = await newcomer();
    await desk.fillIn();
    await desk.send();
    expect((await desk.put("/workman/citizenship", { citizenshipID: "by" })).status).toBe(409);
    await desk.statusesUntil("COMPLETE");
    await desk.pass(60);
    expect((await desk.put("/workman/citizenship", { citizenshipID: "uz" })).status).toBe(422);
    expect((await desk.put("/workman/citizenship", { citizenshipID: "by" })).body).toMatchObject({
      citizenship: { id: "by" },
      state: { id: "MODERATION" },
    });
  });

  test("somebody who is signed in becomes a worker, once", async () => {
    const phone = "79981112233";
    await sql`INSERT INTO people (phone, name) VALUES (${phone}, 'Анна')`.execute(db());
    const create = async () =>
      product.http.inject({
        method: "POST",
        url: "/client-api/workman/create",
        headers: await product.signIn(phone),
        payload: { taxpayerTypeID: "SMZ", inn: personInn("7799000001") },
      });
    expect((await create()).json()).toMatchObject({ state: { id: "DRAFT" }, currentStep: 0 });
    expect((await create()).statusCode).toBe(409);
    const desk = new NewcomerDesk(product, phone, 0, personInn("7799000001"));
    expect(await desk.steps()).toMatchObject({ status: { id: "DRAFT" } });
  });
});
