import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOn } from "#tests/support/codes.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
let cookie: string;
beforeAll(async () => {
  demo = await buildDemoApp();
  await demo.call(null, "POST", "/open-api/v1/auth/send-otp", {
    phoneNumber: CAST.viewer,
    exists: true,
  });
  const login = await demo.call(null, "POST", "/open-api/v1/auth/login", {
    phoneNumber: CAST.viewer,
    code: await codeOn(demo, CAST.viewer),
  });
  cookie = String(login.headers["set-cookie"]).split(";")[0] ?? "";
});
afterAll(() => demo.close());

const ask = async (call: "refresh-jwt" | "logout", headers: Record<string, string>) => {
  const answer = await demo.call(
    null,
    "POST",
    `/open-api/v1/auth/${call}`,
    {},
    { cookie, host: "site.example", "user-agent": "lightMyRequest", ...headers },
  );
  const next = answer.headers["set-cookie"];
  if (answer.status === 200 && call === "refresh-jwt") cookie = String(next).split(";")[0] ?? "";
  return answer;
};

const FOREIGN: readonly Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  { origin: "https://other.site.example", "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "cross-site" },
  // `sec-fetch-site` wins: scripts cannot write it.
  { origin: "https://site.example", "sec-fetch-site": "cross-site" },
];
const OWN: readonly Record<string, string>[] = [
  { origin: "https://site.example", "sec-fetch-site": "same-origin" },
  { origin: "https://site.example" },
  {},
];

test.each(FOREIGN)(
  "a page of another site refreshes and ends nothing by the visitor's cookie: %o",
  async (headers) => {
    for (const call of ["refresh-jwt", "logout"] as const) {
      const answer = await ask(call, headers);
      expect([answer.status, answer.headers["set-cookie"]]).toEqual([403, undefined]);
    }
  },
);

test.each(OWN)("the product's own page and programs go on: %o", async (headers) => {
  expect((await ask("refresh-jwt", headers)).status).toBe(200);
});

test("a token in the body is nobody's cookie, wherever it comes from", async () => {
  const answer = await demo.call(
    null,
    "POST",
    "/open-api/v1/auth/logout",
    { refreshToken: cookie.split("=")[1] },
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  );
  expect(answer.status).toBe(200);
  expect((await ask("refresh-jwt", {})).status).toBe(401);
});
