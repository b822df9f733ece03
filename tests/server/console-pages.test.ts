import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveConsolePages } from "#server/modules/console-pages/index.ts";

let folder: string;
let http: FastifyInstance;
const ROUTES = [
  { path: "/", scripts: ["/assets/home.js"], styles: [] },
  { path: "/registries/:id", scripts: ["/assets/show.js"], styles: ["/assets/show.css"] },
  { path: "/registries/upload", scripts: ["/assets/upload.js"], styles: [] },
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "console-pages-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<!doctype html><html><head><title>Платформа</title></head><body></body></html>");
  await writeFile(join(folder, "route-preloads.json"), JSON.stringify(ROUTES));
  http = fastify();
  await serveConsolePages(http, { directory: folder, apiOrigins: { open: "", client: "", edoc: "" }, sandbox: true });
});
afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true, force: true });
});

test("a page names the chunks of its own screen, the way the browser will ask for them", async () => {
  const { statusCode, body } = await http.inject("/registries/15?tab=2");
  expect(statusCode).toBe(200);
  expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/show.js"><link rel="preload" as="style" crossorigin href="/assets/show.css"></head>');
  expect(body).not.toContain("home.js");
});

test("an address that is spelled out wins over one with a parameter", async () => {
  expect((await http.inject("/registries/upload")).body).toContain("upload.js");
});

test("an address that is no page is answered with the console and status 404", async () => {
  for (const url of ["/nothing", "/registries", "/registries/15/more"]) {
    const { statusCode, body, headers } = await http.inject(url);
    expect([url, statusCode, headers["content-type"]]).toEqual([url, 404, "text/html; charset=utf-8"]);
    expect(body).toContain("<title>Платформа</title>");
  }
});

test("a browser that takes brotli gets the same page in it", async () => {
  const { rawPayload, headers } = await http.inject({ url: "/", headers: { "accept-encoding": "gzip, br" } });
  expect(headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(rawPayload).toString()).toBe((await http.inject("/")).body);
});
