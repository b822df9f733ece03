import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canonicalAddress } from "#server/http/page-addresses.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";

let product: TestApp;
let port: number;
beforeAll(async () => {
  product = await buildTestApp();
  port = Number(new URL(await product.http.listen({ host: "127.0.0.1", port: 0 })).port);
});
afterAll(() => product.close());

/** Addresses known to redirect off a site, among honest ones. Source: `reliability.md` R21. */
const CORPUS: readonly string[] = [
  "//evil.example",
  "//evil.example/",
  "///evil.example/",
  "////evil.example",
  "//evil.example/Jobs/",
  "//evil.example:80/x/",
  "//user@evil.example/",
  "//evil.example?x=Y",
  "//evil.example#x",
  "//EVIL.example/",
  "/\\evil.example",
  "/\\evil.example/",
  "/\\/evil.example/",
  "\\\\evil.example/",
  "/\\\\evil.example/A",
  "/\\\t/evil.example/",
  "/.\\evil.example/",
  "/%5cevil.example",
  "/%5Cevil.example/",
  "/%5c%5cevil.example/",
  "/%2fevil.example/",
  "/%2f%2fevil.example/",
  "/%2F%2Fevil.example/",
  "/%2f%5cevil.example/",
  "/%5c%2fevil.example",
  "//%2fevil.example/",
  "/%252f%252fevil.example/",
  "/%09/evil.example/",
  "/%0a/evil.example/",
  "/%20//evil.example/",
  "/%00/evil.example/",
  "/.//evil.example/",
  "/..//evil.example/",
  "/../../evil.example/",
  "/%2e%2e//evil.example/",
  "/./Jobs/",
  "/jobs/..//evil.example/",
  "/%0d%0aLocation:%20https://evil.example/",
  "/%0D%0ASet-Cookie:%20a=b/",
  "/Jobs%0d%0a%0d%0a<script>/",
  "/%E5%98%8A%E5%98%8DLocation:evil.example/",
  "/jobs/%0d/",
  "/https://evil.example/",
  "/HTTPS:evil.example/",
  "/javascript:alert(1)/",
  "/@evil.example/",
  "/;evil.example/",
  "/:80/",
  "/Jobs",
  "/JOBS/12/",
  "/jobs/",
  "/jobs//12",
  "/Account//Log/?Page=2&Search=АБВ",
  "/workmans/?Utm_Source=Ya%2FX&b=C",
  "/registries/payroll/?q=//Evil.example",
  "/jobs/?next=https://Evil.example/",
  "/profile/editProfile",
  "/%D0%97%D0%B0%D0%B4%D0%B0%D0%BD%D0%B8%D1%8F/",
  "/Jobs/?",
  "/a.B/C/",
];

const SITE = new URL("https://platform.example");

test("the corpus has at least sixty addresses", () => {
  expect(new Set(CORPUS).size).toBeGreaterThanOrEqual(60);
});

describe("an address of a page", () => {
  test.each(CORPUS)("%j leads at most one step, and never off the site", async (url) => {
    const first = await ask(url);
    expect(first.status).toBeLessThan(500);
    if (first.location === undefined) return;
    expect(first.status).toBe(301);
    expect(first.location).toMatch(/^\/(?![/\\])/);
    // No blanks or line breaks in the header; browsers drop tabs and line feeds before looking for
    // «//».
    expect(first.location).not.toMatch(/[\u0000-\u0020\\]/);
    expect(new URL(first.location, SITE).origin).toBe(SITE.origin);
    const query = url.indexOf("?");
    if (query !== -1) expect(first.location.replace(/^[^?]*/, "")).toBe(url.slice(query));
    expect((await ask(first.location)).location).toBeUndefined();
  });

  test("is settled by one step: the canonical address of a canonical address is itself", () => {
    for (const url of CORPUS) {
      const canonical = canonicalAddress(url);
      if (canonical !== null) expect(canonicalAddress(canonical), url).toBeNull();
    }
  });

  test.each([
    ["/Jobs/12/?Utm_Source=A", "/jobs/12?Utm_Source=A"],
    ["/jobs/", "/jobs"],
    ["/profile/editProfile", "/profile/editprofile"],
    ["//evil.example/", "/evil.example"],
    ["/%D0%90/", "/%D0%90"],
    ["/App/Profile/?Utm_Source=A", "/app/profile/summary?Utm_Source=A"],
    ["/app", "/app/profile/summary"],
  ])("%s moves to %s", (from, to) => expect(canonicalAddress(from)).toBe(to));

  test("keeps the calls of the API where they are: a POST is never redirected", async () => {
    const answer = await product.http.inject({
      method: "POST",
      url: "/Open-Api/V1/Auth/Login/",
      payload: {},
    });
    expect(answer.headers["location"]).toBeUndefined();
  });
});

/** Raw bytes over a socket, because client libraries normalise addresses. */
function ask(url: string): Promise<{ status: number; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`GET ${url} HTTP/1.1\r\nhost: platform.example\r\nconnection: close\r\n\r\n`),
    );
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("end", () => {
      const head = Buffer.concat(chunks).toString("utf8").split("\r\n\r\n", 1)[0] ?? "";
      resolve({
        status: Number(head.split(" ", 2)[1]),
        location: /^location: (.*)$/im.exec(head)?.[1],
      });
    });
  });
}
