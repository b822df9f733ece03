import { createHmac, generateKeyPairSync, randomUUID, type KeyObject } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSession } from "#server/modules/auth/sessions.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { codeOn } from "#tests/support/codes.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

const ME = "/client-api/user/my-info";
/** The product's own secret: even with it a stale or foreign token must fail. */
const secrets = makeSecrets("a secret of tests that is long enough");
const { tokenKey } = secrets;

let product: DemoApp;
let sessionId: string;
let personId: string;

beforeAll(async () => {
  product = await buildDemoApp();
  ({ sessionId, personId } = await newSession(CAST.financeManager));
});
afterAll(() => product.close());

interface Pair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

async function signInByCode(phone: string): Promise<Pair> {
  product.clock.advance(61_000);
  await product.call(null, "POST", "/open-api/v1/auth/send-otp", {
    phoneNumber: phone,
    exists: true,
  });
  const { status, body } = await product.call(null, "POST", "/open-api/v1/auth/login", {
    phoneNumber: phone,
    code: await codeOn(product, phone),
  });
  expect(status).toBe(200);
  return body as unknown as Pair;
}

/** Signs in without a code: a phone gets five codes an hour, the tests need more. */
async function newPair(phone: string): Promise<Pair> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM people WHERE phone = ${phone}`.execute(product.database.kysely);
  const sessions = {
    pool: product.db.pool,
    outside: product.db.kysely,
    clock: product.clock,
    secrets,
  };
  return product.db.kysely.transaction().execute((trx) =>
    startSession(sessions, trx, rows[0]?.id ?? 0, {
      ip: "127.0.0.1",
      userAgent: "lightMyRequest",
    }),
  );
}

async function newSession(
  phone: string,
): Promise<{ sessionId: string; personId: string; token: string }> {
  const token = (await product.signIn(phone)).authorization.replace("Bearer ", "");
  const claims = claimsOf(token);
  return { sessionId: String(claims["sid"]), personId: String(claims["sub"]), token };
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<
    string,
    unknown
  >;
}

const now = () => Math.floor(product.clock.now().getTime() / 1000);

interface Forgery {
  readonly key?: KeyObject | Uint8Array;
  readonly header?: Record<string, unknown>;
  readonly claims?: Record<string, unknown>;
}

/** A product token with the given changes. */
async function forge({ key = tokenKey, header = {}, claims = {} }: Forgery): Promise<string> {
  const good = {
    sid: sessionId,
    sub: personId,
    iss: "samozanyatye",
    aud: "console",
    jti: randomUUID(),
    iat: now(),
    nbf: now(),
    exp: now() + 900,
  };
  const payload = Object.fromEntries(
    Object.entries({ ...good, ...claims }).filter(([, value]) => value !== undefined),
  );
  return new SignJWT(payload)
    .setProtectedHeader({ alg: "HS256", typ: "at+jwt", ...header })
    .sign(key);
}

const refused = async (authorization: string) =>
  (await product.http.inject({ url: ME, headers: { authorization } })).statusCode;

describe("a token that was forged or has gone stale", () => {
  test("the way these tokens are made is the product's: an honest one is taken", async () => {
    expect(await refused(`Bearer ${await forge({})}`)).toBe(200);
  });

  const base64 = (value: object | string) =>
    Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const publicKey = rsa.publicKey.export({ type: "spki", format: "pem" }).toString();
  const goodParts = async () => (await forge({})).split(".") as [string, string, string];

  const FORGERIES: readonly (readonly [name: string, make: () => Promise<string>])[] = [
    ["no signature (alg none)", async () => new UnsecuredJWT({ sid: sessionId, sub: personId }).setIssuer("samozanyatye").setAudience("console").setExpirationTime(now() + 900).encode()],
    ["alg none in another case", async () => `${base64({ alg: "NoNe", typ: "at+jwt" })}.${(await goodParts())[1]}.`],
    ["the signature cut off", async () => (await goodParts()).slice(0, 2).join(".") + "."],
    ["an RS256 signature of a stranger's key", async () => new SignJWT({ sid: sessionId }).setProtectedHeader({ alg: "RS256", typ: "at+jwt" }).setSubject(personId).setIssuer("samozanyatye").setAudience("console").setNotBefore(now()).setExpirationTime(now() + 900).sign(rsa.privateKey)],
    ["HS256 with a public key as the secret", async () => {
      const [, payload] = await goodParts();
      const head = base64({ alg: "HS256", typ: "at+jwt" });
      return `${head}.${payload}.${createHmac("sha256", publicKey).update(`${head}.${payload}`).digest("base64url")}`;
    }],
    ["another secret", () => forge({ key: makeSecrets("somebody else's secret, long enough").tokenKey })],
    ["an empty secret", async () => {
      const [head, payload] = await goodParts();
      return `${head}.${payload}.${createHmac("sha256", "").update(`${head}.${payload}`).digest("base64url")}`;
    }],
    ["HS512 instead of HS256", () => forge({ header: { alg: "HS512" } })],
    ["expired", () => forge({ claims: { exp: now() - 1 } })],
    ["without an end", () => forge({ claims: { exp: undefined } })],
    ["not yet valid", () => forge({ claims: { nbf: now() + 600 } })],
    ["for another audience", () => forge({ claims: { aud: "mobile" } })],
    ["of another issuer", () => forge({ claims: { iss: "somebody" } })],
    ["of another type", () => forge({ header: { typ: "JWT" } })],
    ["without a session", () => forge({ claims: { sid: undefined } })],
    ["with a session that never was", () => forge({ claims: { sid: randomUUID() } })],
    ["with a session that is no id", () => forge({ claims: { sid: "' OR true --" } })],
    ["with a session that is an object", () => forge({ claims: { sid: { id: sessionId } } })],
    ["with one person's session and another's name", () => forge({ claims: { sub: "1" } })],
    ["with claims changed after signing", async () => {
      const [head, , signature] = await goodParts();
      return `${head}.${base64({ sid: sessionId, sub: "1", iss: "samozanyatye", aud: "console", nbf: now(), exp: now() + 900 })}.${signature}`;
    }],
    ["a key named in its own header", () => forge({ key: Buffer.from("x".repeat(32)), header: { jwk: { kty: "oct", k: base64("x".repeat(32)) }, kid: "../../dev/null" } })],
    ["a refresh token used as an access token", async () => (await signInByCode(CAST.recruiter)).refreshToken],
    ["not a token at all", async () => "x.y.z"],
  ]; // prettier-ignore

  test("there are at least twenty of them", () =>
    expect(FORGERIES.length).toBeGreaterThanOrEqual(20));

  test.each(FORGERIES)("%s is refused", async (_name, make) => {
    expect(await refused(`Bearer ${await make()}`)).toBe(401);
  });

  test.each([
    "",
    "Bearer",
    "Bearer ",
    "Basic YTpi",
    "bearer x",
    `Bearer ${"a".repeat(5000)}`,
    "Bearer a b",
  ])("the header %j is refused", async (header) => {
    expect(await refused(header)).toBe(401);
  });

  test("a public call asks for a fresh token too, and is read by a guest who sends none", async () => {
    const read = (headers: Record<string, string>) =>
      product.http.inject({ url: "/client-api/job/list?perPage=1", headers });
    expect(
      (await read({ authorization: `Bearer ${await forge({ claims: { exp: now() - 1 } })}` }))
        .statusCode,
    ).toBe(401);
    expect((await read({})).statusCode).toBe(200);
  });

  test("one of a person removed since is refused", async () => {
    const { token } = await newSession(CAST.projectManager);
    expect(await refused(`Bearer ${token}`)).toBe(200);
    await sql`
      UPDATE people SET state = 'DISABLED' WHERE phone = ${CAST.projectManager}`.execute(
      product.database.kysely,
    );
    expect(await refused(`Bearer ${token}`)).toBe(401);
  });

  test("a token is taken at once by a machine whose clock is a moment behind", async () => {
    const pair = await signInByCode(CAST.accountant);
    product.clock.advance(-3000);
    expect(await refused(`Bearer ${pair.accessToken}`)).toBe(200);
    product.clock.advance(3000);
  });

  test("an access token dies after fifteen minutes, a session after thirty days", async () => {
    const pair = await signInByCode(CAST.otherFinanceManager);
    product.clock.advance(15 * 60_000 + 1000);
    expect(await refused(`Bearer ${pair.accessToken}`)).toBe(401);
    const next = await refresh(pair.refreshToken);
    expect(next.status).toBe(200);
    product.clock.advance(30 * 86_400_000);
    expect((await refresh((next.body as unknown as Pair).refreshToken)).status).toBe(401);
    ({ sessionId, personId } = await newSession(CAST.financeManager));
  });
});

const refresh = (refreshToken: string, headers?: Record<string, string>) =>
  product.call(null, "POST", "/open-api/v1/auth/refresh-jwt", { refreshToken }, headers);
const pairOf = (answer: { body: unknown }) => answer.body as Pair;
const sessionOf = async (pair: Pair) =>
  (
    await sql<{
      end_reason: string | null;
      account_id: number | null;
    }>`
      SELECT end_reason, account_id
      FROM sessions
      WHERE id = ${String(claimsOf(pair.accessToken)["sid"])}::uuid`.execute(
      product.database.kysely,
    )
  ).rows[0];

describe("a refresh token", () => {
  test("is changed for a new pair, once", async () => {
    const first = await newPair(CAST.accountant);
    const second = await refresh(first.refreshToken);
    expect(second.status).toBe(200);
    const pair = second.body as unknown as Pair;
    expect(pair.refreshToken).not.toBe(first.refreshToken);
    expect(await refused(`Bearer ${pair.accessToken}`)).toBe(200);
    expect(String(second.headers["set-cookie"])).toMatch(/^refresh=[^;]+;.*HttpOnly/i);
    expect(String(second.headers["set-cookie"])).toMatch(/SameSite=Lax/i);
  });

  test("that comes a second time ends its whole family, and no other", async () => {
    const stolen = await newPair(CAST.accountant);
    const elsewhere = await newPair(CAST.accountant);
    const honest = pairOf(await refresh(stolen.refreshToken));
    expect(await refused(`Bearer ${honest.accessToken}`)).toBe(200);
    expect((await refresh(stolen.refreshToken)).status).toBe(401);
    expect((await refresh(honest.refreshToken)).status).toBe(401);
    expect(await refused(`Bearer ${honest.accessToken}`)).toBe(401);
    expect(await refused(`Bearer ${elsewhere.accessToken}`)).toBe(200);
    expect((await sessionOf(honest))?.end_reason).toBe("refresh-reused");
  });

  test("that is reused is told in the journal of the company", async () => {
    const stolen = await newPair(CAST.accountant);
    const honest = pairOf(await refresh(stolen.refreshToken));
    await refresh(pairOf(await refresh(honest.refreshToken)).refreshToken);
    expect((await refresh(stolen.refreshToken)).status).toBe(401);
    const journal = await product.call(
      CAST.owner,
      "GET",
      "/open-api/v1/account/log?filters[events]=auth.session_ended&perPage=1",
    );
    expect(journal.body.items).toMatchObject([
      {
        event: "auth.session_ended",
        reason: "refresh-reused",
        object: { type: "person" },
        actor: { type: "system" },
      },
    ]);
  });

  test("sent by twenty at the same instant leaves one living token, and the answers before it are worth nothing", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { refreshToken } = await newPair(CAST.accountant);
      const pairs = (await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken))))
        .filter((one) => one.status === 200)
        .map(pairOf);
      const hashes = pairs.map((one) => secrets.digest("refresh-token", one.refreshToken));
      const { rows } = await sql<{ leaf: number }>`
        SELECT array_position(${hashes}::bytea[], leaf_hash) AS leaf
        FROM sessions
        WHERE id = ${String(claimsOf(pairs[0]?.accessToken ?? "")["sid"])}::uuid`.execute(
        product.database.kysely,
      );
      const living = pairs[(rows[0]?.leaf ?? 0) - 1] as Pair;
      expect(pairs).toHaveLength(20);
      const next = await refresh(living.refreshToken);
      expect(next.status).toBe(200);
      // The other nineteen count as replays, whoever holds them.
      const stale = pairs.find((one) => one !== living) as Pair;
      expect((await refresh(stale.refreshToken)).status).toBe(401);
      expect((await refresh(pairOf(next).refreshToken)).status).toBe(401);
    }
  });

  test.each(["", "unknown", "a".repeat(4000)])("%j is refused", async (token) =>
    expect((await refresh(token)).status).toBe(401),
  );

  test("is stored as a hash", async () => {
    const { refreshToken } = await newPair(CAST.accountant);
    const { rows } = await sql<{
      found: boolean;
    }>`
      SELECT EXISTS (SELECT FROM refresh_tokens
        WHERE position(convert_to(${refreshToken}, 'UTF8') IN token_hash) > 0) AS found`.execute(
      product.database.kysely,
    );
    expect(rows[0]?.found).toBe(false);
  });
});

describe("a refresh whose answer was lost", () => {
  test("is asked for again within half a minute, as often as it takes, and the pairs that were lost are worth nothing", async () => {
    const first = await newPair(CAST.accountant);
    const lost = pairOf(await refresh(first.refreshToken));
    await refresh(first.refreshToken);
    product.clock.advance(29_000);
    const second = await refresh(first.refreshToken);
    expect(second.status).toBe(200);
    expect(await refused(`Bearer ${pairOf(second).accessToken}`)).toBe(200);
    const third = await refresh(pairOf(second).refreshToken);
    expect(third.status).toBe(200);
    const { rows } = await sql<{
      reason: string | null;
    }>`
      SELECT reason
      FROM audit_log
      WHERE account_id = 0 AND event = 'auth.refreshed'
      ORDER BY id DESC
      LIMIT 4`.execute(product.database.kysely);
    expect(rows.map((row) => row.reason)).toEqual([
      null,
      "answer-lost",
      expect.toBeOneOf([null, "answer-lost"]),
      null,
    ]);
    // Using an intercepted pair gives the thief away.
    expect((await refresh(lost.refreshToken)).status).toBe(401);
    expect((await refresh(pairOf(third).refreshToken)).status).toBe(401);
  });

  test("ends the family when it is asked for again later than that", async () => {
    const first = await newPair(CAST.accountant);
    const lost = pairOf(await refresh(first.refreshToken));
    product.clock.advance(20_000);
    // A repeat does not restart the half minute.
    await refresh(first.refreshToken);
    product.clock.advance(11_000);
    expect((await refresh(first.refreshToken)).status).toBe(401);
    expect((await sessionOf(lost))?.end_reason).toBe("refresh-reused");
  });

  test.each(["its refresh token", "its access token"])(
    "was not lost when %s has been used",
    async (which) => {
      const first = await newPair(CAST.accountant);
      const second = pairOf(await refresh(first.refreshToken));
      if (which === "its access token")
        expect(await refused(`Bearer ${second.accessToken}`)).toBe(200);
      else expect((await refresh(second.refreshToken)).status).toBe(200);
      expect((await refresh(first.refreshToken)).status).toBe(401);
      expect((await sessionOf(second))?.end_reason).toBe("refresh-reused");
    },
  );

  test("is no excuse for another browser", async () => {
    const first = await newPair(CAST.accountant);
    const lost = pairOf(
      await refresh(first.refreshToken, { "user-agent": "the person's browser" }),
    );
    expect((await refresh(first.refreshToken, { "user-agent": "somebody's script" })).status).toBe(
      401,
    );
    expect((await sessionOf(lost))?.end_reason).toBe("refresh-reused");
  });

  test("nor does a lost switch of the company end the session", async () => {
    const first = await newPair(CAST.accountant);
    const accountID = (await sessionOf(first))?.account_id;
    const switchTo = () =>
      product.http.inject({
        method: "POST",
        url: "/open-api/v1/auth/switch-account",
        headers: { authorization: `Bearer ${first.accessToken}` },
        payload: { accountID },
      });
    const lost = (await switchTo()).json<Pair>();
    product.clock.advance(10 * 60_000);
    const next = await refresh(first.refreshToken);
    expect(next.status).toBe(200);
    expect((await refresh(lost.refreshToken)).status).toBe(401);
    expect((await sessionOf(first))?.end_reason).toBe("refresh-reused");
  });
});

describe("signing out", () => {
  test("really ends the session: both tokens are refused", async () => {
    const pair = await signInByCode(CAST.recruiter);
    const answer = await product.http.inject({
      method: "POST",
      url: "/open-api/v1/auth/logout",
      headers: { authorization: `Bearer ${pair.accessToken}` },
      payload: {},
    });
    expect(answer.json()).toEqual({ accessToken: "", refreshToken: "" });
    expect(await refused(`Bearer ${pair.accessToken}`)).toBe(401);
    expect((await refresh(pair.refreshToken)).status).toBe(401);
  });

  test("works with the refresh token alone, when the access token has died", async () => {
    const pair = await signInByCode(CAST.recruiter);
    await product.call(null, "POST", "/open-api/v1/auth/logout", {
      refreshToken: pair.refreshToken,
    });
    expect(await refused(`Bearer ${pair.accessToken}`)).toBe(401);
  });

  test("everywhere ends every device at once", async () => {
    const pairs = [await signInByCode(CAST.otherOwner), await signInByCode(CAST.otherOwner)];
    await product.http.inject({
      method: "POST",
      url: "/open-api/v1/auth/logout-everywhere",
      headers: { authorization: `Bearer ${pairs[0]?.accessToken}` },
    });
    for (const pair of pairs)
      expect([
        await refused(`Bearer ${pair.accessToken}`),
        (await refresh(pair.refreshToken)).status,
      ]).toEqual([401, 401]);
  });
});

test("a role taken away is gone at the next request, with the same token", async () => {
  const { token } = await newSession(CAST.admin);
  const registry = () =>
    product.http.inject({
      url: "/open-api/v1/payroll-registries/2147483000/progress",
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await registry()).statusCode).toBe(404);
  await sql`
    UPDATE account_users
    SET role = 'SIGNATORY'
    WHERE person_id = (SELECT id FROM people WHERE phone = ${CAST.admin})`.execute(
    product.database.kysely,
  );
  expect((await registry()).statusCode).toBe(403);
  await sql`
    UPDATE account_users
    SET state = 'DISABLED'
    WHERE person_id = (SELECT id FROM people WHERE phone = ${CAST.admin})`.execute(
    product.database.kysely,
  );
  expect((await registry()).statusCode).toBe(403);
  expect(
    (await product.http.inject({ url: ME, headers: { authorization: `Bearer ${token}` } })).json(),
  ).toMatchObject({ role: null, currentAccountID: null });
});
