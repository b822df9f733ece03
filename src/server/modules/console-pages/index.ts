import { existsSync } from "node:fs";
import { extname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#server/platform/app-error.ts";
import { answerError } from "#server/platform/error-answers.ts";
import { canonicalAddress } from "#server/platform/page-addresses.ts";
import { readPages, type ServedPage } from "./pages.ts";

const OURS = /^\/(open-api|client-api|edoc-api|sandbox\/api|health|metrics|api-docs)(\/|$|\?)/i;

export interface ConsolePagesOptions {
  /** Folder of the built console, e.g. `dist/console`. */
  readonly directory: string;
  readonly apiOrigins: Readonly<Record<string, string>>;
  readonly sandbox: boolean;
}

/**
 * Serves the built console: files with a hash in their name for ever, pages always asked again; addresses are lower-cased
 * and lose their trailing slash by one 301. A page names the chunks of its screen, so that they load beside the entry; an address that is
 * no page of the console is answered with the console and status 404.
 */
export async function serveConsolePages(http: FastifyInstance, options: ConsolePagesOptions): Promise<void> {
  http.addHook("onRequest", async (request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") return;
    if (OURS.test(request.url) || isFile(request.url)) return;
    const canonical = canonicalAddress(request.url);
    if (canonical !== null) return reply.code(301).header("location", canonical).send();
  });

  const config = { apiOrigins: options.apiOrigins, sandbox: options.sandbox };
  http.get("/console-config.json", { exposeHeadRoute: false }, (_request, reply) => reply.header("cache-control", "no-store").send(config));

  const built = existsSync(join(options.directory, "index.html"));
  if (built) {
    await http.register(fastifyStatic, {
      root: options.directory,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes("/assets/");
        reply.header("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  }
  const pageOf = built ? await readPages(options.directory, config) : null;

  http.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === "GET" || request.method === "HEAD") && !OURS.test(request.url) && !isFile(request.url);
    if (isPage && pageOf !== null) return sendPage(request, reply, pageOf(pathOf(request.url)));
    const problem = OURS.test(request.url) && http.hasRoute({ url: pathOf(request.url), method: "GET" }) ? new AppError("method_not_allowed") : new AppError("not_found", "Такой страницы не существует");
    return answerError(problem, problem, request, reply);
  });
}

/** The page in the best encoding the browser names. */
function sendPage(request: FastifyRequest, reply: FastifyReply, { status, html, brotli }: ServedPage): FastifyReply {
  reply.code(status).header("content-type", "text/html; charset=utf-8").header("cache-control", "no-cache").header("vary", "accept-encoding");
  const takesBrotli = /\bbr\b/.test(request.headers["accept-encoding"] ?? "");
  return takesBrotli ? reply.header("content-encoding", "br").send(brotli) : reply.send(html);
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "/";
}

function isFile(url: string): boolean {
  return extname(pathOf(url)) !== "";
}
