import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import cookie from "@fastify/cookie";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONSOLE_ROUTES } from "#contract/pages/console-routes.ts";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";
import { serveConsolePages } from "#server/pages/index.ts";
import { aPerson } from "#tests/support/console-server.ts";
import { setSecurityHeaders } from "#server/http/security-headers.ts";

let folder: string;
let http: FastifyInstance;
const INDEX =
  '<!doctype html><html lang="ru"><head><script type="module" crossorigin src="/assets/index.js"></script></head><body><div id="root"><div>Самозанятые</div></div> <div id="modals"></div></body></html>';
/** Vite's manifest of three screens. */
const MANIFEST = {
  "index.html": { file: "assets/index.js" },
  "site/pages/home-page.tsx": { file: "assets/home.js", css: ["assets/home.css"] },
  "console/registries/payroll/payroll-show.tsx": {
    file: "assets/show.js",
    css: ["assets/show.css"],
  },
  "console/registries/payroll/payroll-upload.tsx": {
    file: "assets/upload.js",
    imports: ["index.html"],
  },
};

/** Only pages and their files are limited here. */
const COUNTS_NOTHING = {
  methods: () => null,
  limits: { calls: async () => {}, searches: async () => {}, mayDraw: async () => true },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "console-pages-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), INDEX);
  for (const name of ["home.css", "show.css"])
    await writeFile(join(folder, "assets", name), ".home{color:red}");
  await mkdir(join(folder, ".vite"));
  await writeFile(join(folder, ".vite", "manifest.json"), JSON.stringify(MANIFEST));
  http = fastify();
  await serveConsolePages(http, {
    directory: folder,
    siteOrigin: "https://example.ru",
    apiOrigins: { open: "", client: "", edoc: "" },
    sandbox: true,
    ...COUNTS_NOTHING,
  });
});
afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true, force: true });
});

test("a page names the chunks of its own screen, the way the browser will ask for them", async () => {
  const { statusCode, body } = await http.inject("/profile/payroll-registry/15?tab=2");
  expect(statusCode).toBe(200);
  expect(body).toContain(
    '<link rel="modulepreload" crossorigin href="/assets/show.js"><link rel="preload" as="style" crossorigin href="/assets/show.css"></head>',
  );
  expect(body).not.toContain("home.js");
});

test("an address that is spelled out wins over one with a parameter", async () => {
  expect((await http.inject("/profile/payroll-registry/upload")).body).toContain("upload.js");
});

test("an address that is no page is answered with the console and status 404", async () => {
  for (const url of ["/nothing", "/profile/payroll", "/profile/payroll-registry/15/more"]) {
    const { statusCode, body, headers } = await http.inject(url);
    expect([url, statusCode, headers["content-type"]]).toEqual([
      url,
      404,
      "text/html; charset=utf-8",
    ]);
    expect(body).toContain('<script id="console-config"');
  }
});

test("a built file keeps its policy and its type, and says nothing of pages", async () => {
  const site = fastify();
  await setSecurityHeaders(site, { apiOrigins: [], https: false });
  await serveConsolePages(site, {
    directory: folder,
    siteOrigin: "https://example.ru",
    apiOrigins: { open: "", client: "", edoc: "" },
    sandbox: true,
    ...COUNTS_NOTHING,
  });
  const { headers } = await site.inject("/assets/home.css");
  await site.close();
  expect(headers).toMatchObject({
    "content-security-policy":
      "default-src 'self';object-src 'none';base-uri 'none';frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(JSON.stringify(headers).length).toBeLessThan(700);
});

test("the service worker is asked for anew each time and may read the API; the page it opens keeps the policy of pages", async () => {
  await writeFile(join(folder, "service-worker.js"), "self.skipWaiting()");
  await writeFile(join(folder, "service-worker.js.br"), "packed");
  const site = fastify();
  await setSecurityHeaders(site, { apiOrigins: ["https://api.example"], https: true });
  await serveConsolePages(site, {
    directory: folder,
    siteOrigin: "https://example.ru",
    apiOrigins: { open: "https://api.example", client: "https://api.example", edoc: "" },
    sandbox: true,
    ...COUNTS_NOTHING,
  });
  for (const encoding of ["identity", "br"]) {
    const { headers } = await site.inject({
      url: "/service-worker.js",
      headers: { "accept-encoding": encoding },
    });
    expect(headers["content-type"]).toContain("javascript");
    expect(headers["cache-control"]).toBe("no-cache");
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'self';.*connect-src 'self' https:\/\/api\.example$/,
    );
  }
  const shell = await site.inject("/index.html");
  const page = await site.inject("/profile");
  await site.close();
  expect(shell.headers["content-security-policy"]).toBe(page.headers["content-security-policy"]);
  expect(shell.headers["cache-control"]).toBe("no-cache");
  expect(shell.body).toBe(INDEX);
});

test("the app is installed with its own window, and what it leads to are pages of a worker", async () => {
  const { start_url, scope, display, shortcuts } = JSON.parse(
    await readFile(resolve("public/site.webmanifest"), "utf8"),
  );
  expect({ start_url, scope, display }).toEqual({
    start_url: "/profile",
    scope: "/",
    display: "standalone",
  });
  const paths = [...CONSOLE_ROUTES, ...SITE_ROUTES].map(({ path }) => path);
  for (const { url } of shortcuts) expect(paths).toContain(url);
});

test("a browser that takes brotli gets the same page in it", async () => {
  const { rawPayload, headers } = await http.inject({
    url: "/",
    headers: { "accept-encoding": "gzip, br" },
  });
  expect(headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(rawPayload).toString()).toBe((await http.inject("/")).body);
});

describe("pages drawn by the server", () => {
  let drawn: FastifyInstance;
  beforeAll(async () => {
    const pages = join(folder, "public-pages");
    await mkdir(pages);
    await writeFile(join(pages, "package.json"), '{"type":"module"}');
    await writeFile(
      join(pages, "render.js"),
      `let drawings = 0;
       export async function renderPage({ path, search, config, me, read }) {
         const origin = config.siteOrigin;
         if (me && path !== "/") { const { status, body } = await read("/client-api/job/info?jobID=1"); return { kind: "frame", status, body: "<header>" + me.name + body + "</header>", seed: "{}" }; }
         if (path === "/old") return { kind: "moved", to: "/" };
         if (path === "/") return { kind: "page", status: 200, head: "<title>Главная $&</title>", body: "<h1>" + origin + " " + ++drawings + "</h1>", seed: "{}", isStatic: search === "" };
         if (path === "/jobs/1") { const { status, body } = await read("/client-api/job/info?jobID=1"); return { kind: "page", status, head: "", body, seed: "{}", isStatic: false }; }
         return null;
       }
       export const listPages = async () => [{ path: "/" }, { path: "/jobs/1?a=1&b=2", changedOn: "2026-11-20" }];`,
    );
    drawn = fastify();
    drawn.get("/client-api/job/info", (request) => ({
      title: "Разнести листовки",
      ip: request.ip,
      authorization: request.headers.authorization ?? null,
    }));
    await drawn.register(cookie);
    await serveConsolePages(drawn, {
      directory: folder,
      publicPages: pages,
      siteOrigin: "https://example.ru",
      personOf: async ({ cookies }) =>
        cookies["refresh"] === "good" ? { me: aPerson("OWNER"), token: "of-the-server" } : null,
      apiOrigins: { open: "", client: "", edoc: "" },
      sandbox: true,
      ...COUNTS_NOTHING,
      limits: {
        ...COUNTS_NOTHING.limits,
        mayDraw: async ({ cookies }) => cookies["refresh"] !== "good-too-often",
      },
    });
  });
  afterAll(() => drawn.close());

  test("a page stands in the answer with its head and its styles, and its scripts wait", async () => {
    const { statusCode, body } = await drawn.inject("/");
    expect(statusCode).toBe(200);
    expect(body).toContain("<title>Главная $&</title>");
    expect(body).toContain('<div id="root"><h1>https://example.ru 1</h1></div>');
    expect(body).toContain("<style>.home{color:red}</style>");
    expect(body).toContain(
      '<script defer src="/hydrate.js" data-entry="/assets/index.js"></script>',
    );
    expect(body).not.toContain('type="module"');
  });

  test("a page that is the same for everybody is drawn once, whatever name the site is called by", async () => {
    const bodyFor = async (host: string) =>
      (await drawn.inject({ url: "/", headers: { host } })).body;
    expect(await bodyFor("a.example")).toBe(await bodyFor("b.example"));
    expect(await bodyFor("b.example")).not.toContain("b.example");
  });

  test("whoever is signed in gets the console's frame at the same address, and nobody keeps it", async () => {
    const read = { cookie: "refresh=good" };
    const own = await drawn.inject({ url: "/jobs/1", headers: read });
    expect([own.statusCode, own.headers["cache-control"], own.headers.vary]).toEqual([
      200,
      "private, no-store",
      "accept-encoding, cookie",
    ]);
    expect(own.body).toContain(`<div id="root"><header>${aPerson("OWNER").name}`);
    expect(own.body).toContain("Bearer of-the-server");
    const guest = await drawn.inject("/jobs/1");
    expect(guest.headers["cache-control"]).toBe("no-cache");
    expect(guest.body).not.toContain("Bearer");
    // A guest's cached page is not a person's.
    const drawing = (body: string) => /example.ru (\d+)/.exec(body)?.[1];
    const first = await drawn.inject("/");
    const his = await drawn.inject({ url: "/", headers: read });
    expect(his.headers["cache-control"]).toBe("private, no-store");
    expect(drawing(his.body)).not.toBe(drawing(first.body));
    expect(drawing((await drawn.inject("/")).body)).toBe(drawing(first.body));
  });

  test.each(["/", "/jobs/1"])(
    "%s past the limit of drawings comes undrawn, for the browser to draw",
    async (url) => {
      const headers = { cookie: "refresh=good-too-often" };
      const { statusCode, body } = await drawn.inject({ url, headers });
      expect(statusCode).toBe(200);
      expect(body).toContain('<div id="root"><div>Самозанятые</div></div>');
    },
  );

  test("the chosen theme is on the page before any script", async () => {
    const { body } = await drawn.inject({ url: "/", headers: { cookie: "theme=dark" } });
    expect(body).toContain('<html lang="ru" data-theme="dark">');
    expect(
      (await drawn.inject({ url: "/", headers: { cookie: 'theme="><script>' } })).body,
    ).toContain('<html lang="ru">');
  });

  test("data are read as a guest from the visitor's own address", async () => {
    const { body } = await drawn.inject({
      url: "/jobs/1",
      remoteAddress: "203.0.113.7",
      headers: { authorization: "Bearer x" },
    });
    expect(body).toContain('{"title":"Разнести листовки","ip":"203.0.113.7","authorization":null}');
  });

  test("a page of the console is left to the browser, whatever the site would say of its address", async () => {
    const { statusCode, body } = await drawn.inject("/profile/payroll-registry/15");
    expect([statusCode, body.includes("Самозанятые"), body.includes("page-seed")]).toEqual([
      200,
      true,
      false,
    ]);
  });

  test("a page that stands elsewhere is answered with 301", async () => {
    const { statusCode, headers } = await drawn.inject("/old");
    expect([statusCode, headers.location]).toEqual([301, "/"]);
  });

  test("robots.txt and sitemap.xml name the site as it is configured, not as a request calls it", async () => {
    const headers = { host: "evil.example" };
    const robots = await drawn.inject({ url: "/robots.txt", headers });
    expect(robots.body).toContain("Sitemap: https://example.ru/sitemap.xml");
    const sitemap = await drawn.inject({ url: "/sitemap.xml", headers });
    expect(sitemap.headers["content-type"]).toContain("application/xml");
    expect(sitemap.body).toContain(
      "<loc>https://example.ru/jobs/1?a=1&amp;b=2</loc><lastmod>2026-11-20</lastmod>",
    );
    expect(sitemap.body).toContain("<loc>https://example.ru/</loc></url>");
  });
});
