import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiBase } from "#contract/kernel/api-bases.ts";
import type { MyInfo } from "#contract/auth/session.ts";
import type { PageRequest } from "#contract/pages/rendered-page.ts";
import type { OtherMethods } from "#server/http/allowed-methods.ts";
import { AppError } from "#server/http/app-error.ts";
import { answerError } from "#server/http/error-answers.ts";
import { PAGE_READ_HEADERS } from "#server/http/page-reads.ts";
import { canonicalAddress } from "#server/http/page-addresses.ts";
import type { RequestLimits } from "#server/http/request-limits.ts";
import { setFileHeaders } from "#server/http/security-headers.ts";
import { cacheFor } from "./cache.ts";
import { patternOf, preparePages, type ServedPage, type Theme } from "./pages.ts";
import { loadPublicPages } from "./public-pages.ts";
import { readRouteFiles } from "./route-files.ts";
import { serveSiteFiles } from "./site-files.ts";

const ASSETS = "/assets/";
const PAGE_METHODS = ["GET", "HEAD"];
/** What a page of the console is without a connection: it takes the policy of pages. */
const SHELL = /index\.html(\.\w+)?$/;
/** It reads the API for the pages. */
const SERVICE_WORKER = /service-worker\.js(\.\w+)?$/;
/** Useless for small files with a hash in their name. */
const ASKED_AGAIN = ["etag", "last-modified", "accept-ranges"];
/** The sitemap reads every public list. */
const SITEMAP_KEEP_MS = 60_000;
const OURS = /^\/(open-api|client-api|edoc-api|sandbox\/api|health|metrics|api-docs)(\/|$|\?)/i;

interface PagePerson {
  readonly me: MyInfo;
  readonly token: string;
}

export interface ConsolePagesOptions {
  readonly directory: string;
  readonly publicPages?: string;
  /** In the pages: `https://example.ru`. */
  readonly siteOrigin: string;
  /** Who opens a page, and the bearer for reading it. */
  readonly personOf?: (request: FastifyRequest) => Promise<PagePerson | null>;
  readonly apiOrigins: Readonly<Record<ApiBase, string>>;
  readonly sandbox: boolean;
  readonly methods: OtherMethods;
  readonly limits: Pick<RequestLimits, "calls" | "searches" | "mayDraw">;
}

/** A page loads thirty, so the rate limit ignores them. */
export function isBuiltFile({ url }: FastifyRequest): boolean {
  return url.startsWith(ASSETS) || ["/hydrate.js", "/service-worker.js"].includes(url);
}

/**
 * Hashed files are cached for ever, pages revalidated; one 301 leads to the canonical URL. A page
 * preloads its screen's chunks; an unknown URL gets the console with status 404.
 */
export async function serveConsolePages(
  http: FastifyInstance,
  options: ConsolePagesOptions,
): Promise<void> {
  http.addHook("onRequest", async (request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") return;
    if (OURS.test(request.url) || isFile(request.url)) return;
    const canonical = canonicalAddress(request.url);
    if (canonical !== null) return reply.code(301).header("location", canonical).send();
  });

  const { siteOrigin, personOf, methods, limits } = options;
  const config = { apiOrigins: options.apiOrigins, sandbox: options.sandbox, siteOrigin };
  http.get("/console-config.json", (_request, reply) =>
    reply.header("cache-control", "no-store").send(config),
  );

  const built = existsSync(join(options.directory, "index.html"));
  if (built) {
    const served = { index: false, preCompressed: true, cacheControl: false } as const;
    // Files at the top have a route each, beside pages; the hundreds under assets share one.
    await http.register(fastifyStatic, {
      ...served,
      root: options.directory,
      wildcard: false,
      globIgnore: [`.${ASSETS}**`],
      setHeaders: (reply, file) => {
        reply.header("cache-control", "no-cache");
        if (!SHELL.test(file))
          setFileHeaders(reply, SERVICE_WORKER.test(file) ? Object.values(options.apiOrigins) : []);
      },
    });
    await http.register(fastifyStatic, {
      ...served,
      root: join(options.directory, ASSETS),
      prefix: ASSETS,
      decorateReply: false,
      setHeaders: (reply) => {
        setFileHeaders(reply);
        reply.header("cache-control", "public, max-age=31536000, immutable");
        for (const name of ASKED_AGAIN) void reply.removeHeader(name);
      },
    });
  }
  const index = built ? await readFile(join(options.directory, "index.html"), "utf8") : "";
  const routes = built ? await readRouteFiles(options.directory) : null;
  const consolePages = built ? preparePages(index, routes, config) : null;
  const publicPages =
    built && options.publicPages
      ? await loadPublicPages(options.publicPages, {
          directory: options.directory,
          index,
          routes: routes ?? [],
        })
      : null;
  const pagePatterns = (routes ?? []).map(patternOf);
  const consolePaths = pagePatterns.filter((_, index) => routes?.[index]?.isConsole);
  const list = cacheFor(
    SITEMAP_KEEP_MS,
    async (request: FastifyRequest) => (await publicPages?.list(readerFor(http, request))) ?? [],
  );
  serveSiteFiles(http, { origin: siteOrigin, list });

  http.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === "GET" || request.method === "HEAD") &&
      !OURS.test(request.url) &&
      !isFile(request.url);
    const path = pathOf(request.url);
    // Not a route, so no hook has counted it.
    await (request.url === path ? limits.calls : limits.searches)(request, reply);
    if (isPage && consolePages !== null) {
      // Past the limit the browser draws: nobody is refused.
      const mayDraw = await limits.mayDraw(request);
      const person = mayDraw && publicPages && personOf ? await personOf(request) : null;
      const isDrawn =
        person !== null || (mayDraw && !consolePaths.some((pattern) => pattern.test(path)));
      const drawn =
        publicPages && isDrawn
          ? await publicPages.show(
              {
                path,
                search: request.url.slice(path.length),
                config,
                me: person?.me ?? null,
                read: readerFor(http, request, person?.token),
              },
              themeOf(request),
            )
          : null;
      const isOwn = person !== null;
      if (drawn === null) return sendPage(request, reply, await consolePages.page(path), isOwn);
      if ("moved" in drawn)
        return reply.code(301).headers(keptBy(isOwn)).header("location", drawn.moved).send();
      const page =
        "kind" in drawn ? await consolePages.frame(path, drawn, themeOf(request)) : drawn;
      return sendPage(request, reply, page, isOwn);
    }
    const isOfPage = pagePatterns.some((pattern) => pattern.test(path));
    const other = methods(request, reply, isOfPage ? PAGE_METHODS : []);
    if (other !== null) return other;
    const problem = new AppError("not_found", "Такой страницы не существует");
    return answerError(problem, problem, request, reply);
  });
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, html, brotli }: ServedPage,
  isOwn: boolean,
): FastifyReply {
  reply.code(status).header("content-type", "text/html; charset=utf-8").headers(keptBy(isOwn));
  const takesBrotli = /\bbr\b/.test(request.headers["accept-encoding"] ?? "");
  return takesBrotli ? reply.header("content-encoding", "br").send(brotli) : reply.send(html);
}

/** Nobody keeps a person's page; browsers revalidate a guest's. */
function keptBy(isOwn: boolean): Record<string, string> {
  return {
    "cache-control": isOwn ? "private, no-store" : "no-cache",
    vary: "accept-encoding, cookie",
  };
}

function readerFor(
  http: FastifyInstance,
  request: FastifyRequest,
  token?: string,
): PageRequest["read"] {
  return async (url) => {
    const { statusCode, body } = await http.inject({
      method: "GET",
      url,
      remoteAddress: request.ip,
      headers: {
        ...PAGE_READ_HEADERS,
        "accept-language": "ru-RU",
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    });
    return { status: statusCode, body };
  };
}

/** From the cookie; `null` leaves it to the device. */
function themeOf(request: FastifyRequest): Theme | null {
  const { theme } = request.cookies ?? {};
  return theme === "light" || theme === "dark" ? theme : null;
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "/";
}

function isFile(url: string): boolean {
  return extname(pathOf(url)) !== "";
}
