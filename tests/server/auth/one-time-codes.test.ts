import { createHash } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasZeroBits, type WorkAsked } from "#contract/auth/proof-of-work.ts";
import { seedDatabase } from "#server/seed/seed.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { codeOn as readCodeOn } from "#tests/support/codes.ts";
import { addDemoRecords } from "#tests/support/demo-records.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const SEND = "/open-api/v1/auth/send-otp";
const LOGIN = "/open-api/v1/auth/login";
/** Codes guessed to the end, a hundred guesses each. `OTP_CODES=100` is the long run. */
const CODES = Number(process.env["OTP_CODES"] ?? 10);

let database: TestDatabase;
let product: TestApp;
let ready: readonly [number, number];
const log: string[] = [];
const issued = new Set<string>();

beforeAll(async () => {
  database = await createTestDatabase();
  product = await buildTestApp({
    database,
    logger: pino({ level: "trace" }, { write: (line: string) => void log.push(line) }),
  });
  await seedDatabase(
    database.kysely,
    "demo",
    product.clock,
    makeSecrets("a secret of tests that is long enough"),
  );
  ({ ready } = await addDemoRecords(product));
});
afterAll(async () => {
  await product.close();
  await database.drop();
});

let address = 0;
/** A fresh address, except where the limit by address is tested. */
const nextAddress = () => `10.${(address += 1) >> 16}.${(address >> 8) & 255}.${address & 255}`;

async function post(
  app: TestApp,
  url: string,
  payload: object,
  from = nextAddress(),
  headers: Record<string, string> = {},
) {
  const answer = await app.http.inject({
    method: "POST",
    url,
    payload,
    remoteAddress: from,
    headers,
  });
  return {
    status: answer.statusCode,
    body: answer.json<Record<string, unknown> & { errors?: Record<string, string[]> }>(),
  };
}

const homeOf = (phone: string) =>
  `11.0.${phone.slice(-4, -2)}.${phone.slice(-2)}`.replace(/\.0(\d)/g, ".$1");
const askFor = (phone: string, exists = true, from = homeOf(phone)) =>
  post(product, SEND, { phoneNumber: phone, exists }, from);
/** The code works only from the address that asked for it. */
const login = (phone: string, code: string, app = product, from = homeOf(phone)) =>
  post(app, LOGIN, { phoneNumber: phone, code }, from);

async function codeOn(phone: string): Promise<string> {
  const code = await readCodeOn({ database }, phone);
  issued.add(`${phone} ${code}`);
  return code;
}

async function codeFor(phone: string): Promise<string> {
  product.clock.advance(61_000);
  expect((await askFor(phone)).status).toBe(200);
  return codeOn(phone);
}

const wrong = (code: string, shift = 1) =>
  String((Number(code) + shift) % 1_000_000).padStart(6, "0");
const phones = Array.from({ length: 60 }, (_, index) => `79000000${201 + index}`);

describe("a one-time code", () => {
  test(`dies after five wrong guesses, even for who then knows it (${CODES} codes, a hundred guesses each)`, async () => {
    for (let number = 0; number < CODES; number += 1) {
      const phone = phones[number % 20] as string;
      product.clock.advance(3_600_000);
      const code = await codeFor(phone);
      for (let guess = 1; guess <= 100; guess += 1) {
        const { status, body } = await login(phone, guess === 60 ? code : wrong(code, guess));
        expect(status).toBe(422);
        const left =
          guess < 5
            ? `Код неверный. Осталось попыток: ${5 - guess}`
            : "Слишком много попыток. Попробуйте через 15 минут";
        expect(body.errors?.["code"]).toEqual([left]);
      }
    }
  });

  test("stands a hundred wrong guesses at the same instant no longer than five", async () => {
    const phone = phones[20] as string;
    const code = await codeFor(phone);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => login(phone, wrong(code, index + 1))),
    );
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([422]));
    const counted = answers.filter((one) =>
      one.body.errors?.["code"]?.[0]?.startsWith("Код неверный"),
    ).length;
    expect(counted).toBe(4);
    expect((await login(phone, code)).status).toBe(422);
  });

  test("opens once for a hundred who send it at the same instant", async () => {
    const phone = phones[21] as string;
    const code = await codeFor(phone);
    const answers = await Promise.all(Array.from({ length: 100 }, () => login(phone, code)));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
    expect(answers.filter((one) => one.status === 422)).toHaveLength(99);
    expect((await login(phone, code)).status).toBe(422);
  });

  test("keeps its count of wrong guesses when the server is started again", async () => {
    const phone = phones[22] as string;
    const code = await codeFor(phone);
    for (let guess = 1; guess <= 3; guess += 1) await login(phone, wrong(code, guess));
    const restarted = await buildTestApp({ database });
    restarted.clock.set(product.clock.now());
    expect((await login(phone, wrong(code, 4), restarted)).body.errors?.["code"]).toEqual([
      "Код неверный. Осталось попыток: 1",
    ]);
    await login(phone, wrong(code, 5), restarted);
    expect((await login(phone, code, restarted)).status).toBe(422);
    const other = phones[23] as string;
    const good = await codeFor(other);
    restarted.clock.set(product.clock.now());
    expect((await login(other, good, restarted)).status).toBe(200);
    await restarted.close();
  });

  test("is dead after five minutes, and an older one is dead once a newer is sent", async () => {
    const phone = phones[24] as string;
    const old = await codeFor(phone);
    const fresh = await codeFor(phone);
    if (old !== fresh) expect((await login(phone, old)).status).toBe(422);
    product.clock.advance(300_000);
    expect((await login(phone, fresh)).body.errors?.["code"]).toEqual([
      "Срок действия кода истёк. Запросите новый",
    ]);
  });

  test("opens only the phone and the operation it was sent for", async () => {
    const [phone, other] = phones.slice(25, 27) as [string, string];
    const code = await codeFor(phone);
    expect((await login(other, code)).status).toBe(422);
    const newcomer = "79001234567";
    await askFor(newcomer, false);
    expect((await login(newcomer, await codeOn(newcomer))).status).toBe(422);

    const owner = await product.signIn("79000000001");
    const registry = `/open-api/v1/payroll-registries/${ready[0]}`;
    await post(
      product,
      `${registry}/send-execute-code`,
      { version: 1, mode: "VALID_ONLY" },
      nextAddress(),
      owner,
    );
    const payment = await codeOn("79000000001");
    expect((await login("79000000001", payment)).status).toBe(422);
    const otherMode = await post(
      product,
      `${registry}/execute`,
      { version: 1, mode: "ALL", otp: payment },
      nextAddress(),
      owner,
    );
    expect(otherMode.status).toBe(422);
    expect((await login(phone, code)).status).toBe(200);
  });

  test("may be asked for again after a minute, five times an hour for a phone, twenty for an address", async () => {
    const phone = phones[30] as string;
    product.clock.advance(3_600_000);
    expect((await askFor(phone)).status).toBe(200);
    const tooSoon = await askFor(phone);
    expect(tooSoon).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/через 60 сек/), retryAfterSeconds: 60 },
    });
    for (let sent = 2; sent <= 5; sent += 1) {
      product.clock.advance(61_000);
      expect((await askFor(phone)).status).toBe(200);
    }
    product.clock.advance(61_000);
    expect((await askFor(phone)).status).toBe(429);

    const from = nextAddress();
    const answers = await Promise.all(phones.slice(31, 52).map((one) => askFor(one, true, from)));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(20);
    expect(answers.filter((one) => one.status === 429)).toHaveLength(1);
  });

  test("count a /64 of IPv6 as one address, for one visitor has it whole", async () => {
    product.clock.advance(3_600_000);
    const statuses: number[] = [];
    for (const [index, phone] of phones.slice(31, 52).entries())
      statuses.push((await askFor(phone, true, `2001:db8:1:1::${index + 1}`)).status);
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
    expect((await askFor(phones[51] as string, true, "2001:db8:1:2::1")).status).toBe(200);
  });
});

describe("a stranger's requests", () => {
  const solve = ({ challenge, bits }: WorkAsked): string => {
    for (let counter = 0; ; counter += 1) {
      const proof = `${challenge}:${counter}`;
      if (hasZeroBits(createHash("sha256").update(proof).digest(), bits)) return proof;
    }
  };
  const cookieOf = (answer: { headers: Record<string, unknown> }) =>
    [answer.headers["set-cookie"]]
      .flat()
      .map((one) => String(one).split(";")[0])
      .filter((one) => one?.startsWith("device="))
      .join();
  const inject = (url: string, payload: object, cookie: string, from: string) =>
    product.http.inject({ method: "POST", url, payload, headers: { cookie }, remoteAddress: from });

  test("do not lock the phone's owner out: a device he has signed in on gets through", async () => {
    const phone = phones[52] as string;
    product.clock.advance(86_400_000);
    const home = homeOf(phone);
    const sent = await inject(SEND, { phoneNumber: phone, exists: true }, "", home);
    const mark = cookieOf(sent);
    const signedIn = await inject(
      LOGIN,
      { phoneNumber: phone, code: await codeOn(phone) },
      mark,
      home,
    );
    const device = cookieOf(signedIn);
    expect([signedIn.statusCode, device]).toEqual([200, expect.stringMatching(/^device=.+\..+/)]);
    for (let turn = 0; turn < 8; turn += 1) await askFor(phone, true, nextAddress());
    expect((await askFor(phone, true, nextAddress())).status).toBe(429);
    product.clock.advance(61_000);
    expect(
      (await inject(SEND, { phoneNumber: phone, exists: true }, device, nextAddress())).statusCode,
    ).toBe(200);
    // The signature is bound to the person.
    expect(
      (await inject(SEND, { phoneNumber: phones[53], exists: true }, device, home)).statusCode,
    ).toBe(200);
    for (let turn = 0; turn < 8; turn += 1) await askFor(phones[53] as string, true, nextAddress());
    product.clock.advance(61_000);
    expect(
      (await inject(SEND, { phoneNumber: phones[53], exists: true }, device, home)).statusCode,
    ).toBe(429);
  });

  test("are gone past with a proof of work, once a proof", async () => {
    const phone = phones[54] as string;
    for (let turn = 0; turn < 6; turn += 1) await askFor(phone, true, nextAddress());
    const refused = await askFor(phone);
    expect(refused.status).toBe(429);
    const proof = solve(refused.body["work"] as WorkAsked);
    const prove = (from: string, given = proof) =>
      post(product, SEND, { phoneNumber: phone, exists: true, proof: given }, from);
    expect((await prove(homeOf(phone), proof.replace(/\d+$/, "1"))).status).toBe(429);
    expect((await prove(homeOf(phone))).status).toBe(200);
    expect((await prove(nextAddress())).status).toBe(429);
    expect((await login(phone, await codeOn(phone))).status).toBe(200);
  });

  test("leave a slow phone time for its proof, and what others ask meanwhile does not spoil it", async () => {
    const phone = phones[56] as string;
    for (let turn = 0; turn < 6; turn += 1) await askFor(phone, true, nextAddress());
    const first = (await askFor(phone)).body["work"] as WorkAsked;
    const proof = solve(first);
    for (let turn = 0; turn < 12; turn += 1) {
      const from = nextAddress();
      const work = (await askFor(phone, true, from)).body["work"] as WorkAsked;
      const body = { phoneNumber: phone, exists: true, proof: solve(work) };
      expect((await post(product, SEND, body, from)).status).toBe(200);
    }
    expect(((await askFor(phone)).body["work"] as WorkAsked).bits).toBe(first.bits + 1);
    product.clock.advance(540_000);
    const body = { phoneNumber: phone, exists: true, proof };
    expect((await post(product, SEND, body, homeOf(phone))).status).toBe(200);
  });

  test("and guesses leave the owner's code alone", async () => {
    const phone = phones[55] as string;
    const code = await codeFor(phone);
    const elsewhere = nextAddress();
    await askFor(phone, true, elsewhere);
    for (let guess = 1; guess <= 6; guess += 1)
      expect((await login(phone, wrong(code, guess), product, elsewhere)).status).toBe(422);
    expect((await login(phone, code, product, nextAddress())).status).toBe(422);
    expect((await login(phone, code)).status).toBe(200);
  });
});

test("a signed-in person has one budget of codes and of guesses, whatever the operation and record", async () => {
  const owner = await product.signIn("79000000001");
  product.clock.advance(86_400_000);
  const headers = await product.signIn("79000000001");
  expect(owner).not.toEqual(headers);
  const ask = (objectID: number) =>
    post(
      product,
      "/open-api/v1/me/send-verification-code",
      { action: "RECEIPT_REVERSAL", objectID },
      nextAddress(),
      headers,
    );
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(index + 1)));
  expect(answers.filter((one) => one.status === 200)).toHaveLength(6);
  expect(answers.filter((one) => one.status === 429)).toHaveLength(34);
  await database.pool.query(
    "UPDATE one_time_codes SET wrong_tries = 5 WHERE phone = '79000000001' AND operation LIKE 'RECEIPT_REVERSAL%' AND used_at IS NULL",
  );
  product.clock.advance(61_000);
  await post(
    product,
    "/open-api/v1/me/send-verification-code",
    { action: "ACCOUNT_REQUISITES", objectID: 1, destination: { kpp: "770701043" } },
    nextAddress(),
    headers,
  );
  const tried = await post(
    product,
    "/client-api/account/update",
    { kpp: "770701043", otp: await codeOn("79000000001") },
    nextAddress(),
    headers,
  );
  expect(tried).toMatchObject({
    status: 422,
    body: { errors: { otp: ["Слишком много неверных кодов. Попробуйте через час"] } },
  });
});

describe("a stranger who tries phones", () => {
  test("hears the same about a wrong code whether the phone is known or not", async () => {
    const known = phones[41] as string;
    await askFor(known);
    await askFor("79551111111");
    const code = await codeOn(known);
    const answers = [await login(known, wrong(code)), await login("79551111111", wrong(code))];
    const [first, second] = answers.map(({ status, body: { requestId, ...said } }) => {
      expect(requestId).toEqual(expect.any(String));
      return { status, said };
    });
    expect(first).toEqual(second);
  });
});

test("no code is in our tables or in our log", async () => {
  const codes = [...issued].map((one) => one.split(" ")[1] as string);
  expect(codes.length).toBeGreaterThan(CODES);
  const { rows: columns } = await database.pool.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public'
       AND data_type IN ('text', 'jsonb', 'json', 'bytea', 'ARRAY', 'character varying')`,
  );
  const texts: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await database.pool.query<{ text: string }>(
      `
        SELECT CASE
          WHEN pg_typeof("${column}") = 'bytea'::regtype THEN encode("${column}"::text::bytea,
            'escape')
          ELSE "${column}"::text END AS text
        FROM "${table}"
        WHERE "${column}" IS NOT NULL`,
    );
    texts.push(...rows.map((row) => row.text));
  }
  const hit = (text: string) =>
    codes.filter((code) => new RegExp(`(?<![\\da-z])${code}(?![\\da-z])`, "i").test(text));
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.flatMap(hit)).toEqual([]);
  expect(log.flatMap(hit)).toEqual([]);
});
