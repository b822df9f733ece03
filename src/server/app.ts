import { join } from "node:path";
import { fileURLToPath } from "node:url";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from "fastify";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { API_BASES, type ApiBase } from "#contract/kernel/api-bases.ts";
import { JSON_BODY_BYTES } from "#contract/kernel/define-endpoints.ts";
import type { AppDependencies } from "./app-dependencies.ts";
import { describeBase } from "#server/http/openapi/openapi.ts";
import { siteOrigin, type Config } from "./config.ts";
import { makePlatform } from "./make-platform.ts";
import { actorOfApiKey, isApiKey } from "./modules/api-keys/index.ts";
import { writeAudit } from "./modules/audit-log/index.ts";
import { actorOfToken, readPagePerson, refreshCookie } from "./modules/auth/index.ts";
import { countWaiting } from "./modules/moderation/index.ts";
import { isBuiltFile, serveConsolePages } from "#server/pages/index.ts";
import type { ProductEventBus } from "./product-events.ts";
import { MODULES, startModules } from "./modules.ts";
import type { Actor } from "#server/http/actor.ts";
import { otherMethods } from "#server/http/allowed-methods.ts";
import { AppError, invalid } from "#server/http/app-error.ts";
import { BackgroundTasks } from "#server/work/background-tasks.ts";
import { ERROR_OPTIONS, setErrorAnswers } from "#server/http/error-answers.ts";
import { serveEventStream } from "#server/http/event-stream.ts";
import { calendarWarning } from "#server/data/calendar-end.ts";
import { serveHealth } from "#server/http/health.ts";
import { makeOnFirstUse } from "#server/work/make-on-first-use.ts";
import { lazySerializers } from "#server/http/lazy-serializers.ts";
import { LiveHub } from "#server/data/live.ts";
import { decodableAddress } from "#server/http/page-addresses.ts";
import { sendProductTime } from "#server/http/product-time.ts";
import { SecurityFailures } from "#server/http/security-failure.ts";
import { limitRequests } from "#server/http/request-limits.ts";
import { setSecurityHeaders } from "#server/http/security-headers.ts";
import { makeServe } from "#server/http/serve.ts";

export interface App {
  readonly http: FastifyInstance;
  readonly tasks: BackgroundTasks;
  readonly hub: LiveHub;
  readonly served: ReadonlySet<string>;
  /** Code that drives the product without its calls publishes here. */
  readonly events: ProductEventBus;
  close(): Promise<void>;
}

export async function buildApp(deps: AppDependencies): Promise<App> {
  const { config, db, logger } = deps;
  const http: FastifyInstance = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(config.trustProxy),
    // Longer than any URL Node accepts: the schema checks the length and answers in Russian.
    routerOptions: { maxParamLength: 1_000_000, ignoreTrailingSlash: true },
    rewriteUrl: (request) => decodableAddress(request.url ?? "/"),
    forceCloseConnections: true,
    bodyLimit: JSON_BODY_BYTES,
    schemaController: { compilersFactory: { buildSerializer: lazySerializers } },
    requestTimeout: 120_000,
    ...ERROR_OPTIONS,
  });
  http.setValidatorCompiler(() => () => true);
  setErrorAnswers(http);
  const methods = otherMethods(http);
  readBodiesStrictly(http);
  await setSecurityHeaders(http, {
    apiOrigins: Object.values(config.apiOrigins),
    https: config.production,
  });
  sendProductTime(http, deps.clock);
  await http.register(cookie);
  await http.register(multipart, { throwFileSizeLimit: true });
  const limits = await limitRequests(
    http,
    config.rateLimitPerMinute,
    isBuiltFile,
    refreshCookie(config.production, config.publicUrl).readOfVisit,
  );

  const hub = new LiveHub(db.pool);
  hub.onAny(({ to }) => deps.reads.noteChange(to));
  const platform = makePlatform(deps, hub);
  const modules = startModules(platform);
  /** @param ip - given for calls that an API key may make. */
  const actorOf = async (authorization: string | undefined, ip?: string): Promise<Actor | null> => {
    if (authorization === undefined) return null;
    const token = /^Bearer ([\w.-]{1,4096})$/.exec(authorization)?.[1];
    if (!token) throw new AppError("unauthorized", undefined, { failure: { kind: "TOKEN" } });
    if (ip !== undefined && isApiKey(token)) return actorOfApiKey(platform, token, ip);
    return actorOfToken(platform, token);
  };
  const failures = new SecurityFailures({
    db: db.kysely,
    now: () => deps.clock.now(),
    writeAudit,
  });
  const serve = makeServe(http, {
    db: db.kysely,
    failures,
    reads: deps.reads,
    askOf: platform.askOf,
    files: platform.files,
    uploadsDirectory: join(config.dataDir, "uploads"),
    now: () => deps.clock.now(),
    actorOf: (request: FastifyRequest) =>
      limits.noteCaller(request, actorOf(request.headers.authorization, request.ip)),
    writeAudit,
    limitRequests: limits.calls,
  });
  for (const module of MODULES) module.routes?.(serve, platform);
  serveEventStream(http, { db: db.kysely, hub, failures, actorOf });
  const warning = await calendarWarning(db.kysely, deps.clock.now());
  if (warning !== null) deps.logger.warn({ warning }, "the calendar of working days ends");
  serveHealth(
    http,
    {
      ...db,
      reads: deps.reads,
      failures,
      clock: deps.clock,
      waiting: () => countWaiting(db.kysely, modules.decisions),
    },
    { token: config.metricsToken, isOpen: !config.production },
  );
  if (config.apiDocs) await serveReference(http);
  modules.mount(http, actorOf);
  await serveConsolePages(http, {
    directory: builtFolder("console"),
    publicPages: builtFolder("public-pages"),
    siteOrigin: siteOrigin(config),
    personOf: readPagePerson(platform),
    apiOrigins: config.apiOrigins,
    sandbox: config.sandbox,
    methods,
    limits,
  });

  const tasks = new BackgroundTasks(modules.tasks, logger);
  await hub.start();
  return {
    http,
    tasks,
    hub,
    served: serve.served,
    events: platform.events,
    async close() {
      await http.close();
      await tasks.close();
      await hub.close();
    },
  };
}

function builtFolder(name: string): string {
  return fileURLToPath(
    new URL(`${import.meta.url.endsWith(".ts") ? "../../dist" : ".."}/${name}`, import.meta.url),
  );
}

/** Counts proxies from our side: further left stands whatever the visitor wrote. */
function trustedProxies(
  trusted: Config["trustProxy"],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (trusted === false) return false;
  return typeof trusted === "number" ? (_address, hop) => hop < trusted : [...trusted];
}

/** JSON must be valid UTF-8: a broken byte is an error, not a replacement sign in a name. */
function readBodiesStrictly(http: FastifyInstance): void {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parse = http.getDefaultJsonParser("error", "error");
  http.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      void parse(request, decoder.decode(body as Buffer), done);
    } catch {
      done(invalid({ body: ["Не удалось прочитать запрос"] }));
    }
  });
}

/** `openapi.json` of each base and one reference page for all. */
async function serveReference(http: FastifyInstance): Promise<void> {
  for (const [base, { prefix }] of Object.entries(API_BASES)) {
    const document = makeOnFirstUse(() => describeBase(base as ApiBase, ALL_ENDPOINTS));
    http.get(`${prefix}/openapi.json`, () => document());
  }
  await http.register(async (scope) => {
    await scope.register(swagger, {
      mode: "static",
      specification: { document: describeBase("open", ALL_ENDPOINTS) as never },
    });
    await scope.register(swaggerUi, {
      routePrefix: "/api-docs",
      // The page's own policy allows pictures and a validator from outside.
      staticCSP: false,
      uiConfig: {
        validatorUrl: null,
        urls: Object.values(API_BASES).map(({ prefix, title }) => ({
          url: `${prefix}/openapi.json`,
          name: title,
        })),
      },
    });
  });
}
