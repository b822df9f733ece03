import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { isAllowed } from "#contract/access/access.ts";
import { API_BASES } from "#contract/kernel/api-bases.ts";
import {
  isFileAnswer,
  isMultipart,
  JSON_BODY_BYTES,
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
} from "#contract/kernel/define-endpoints.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { senderOf, type Actor, type ActorFor } from "./actor.ts";
import { AppError } from "./app-error.ts";
import { isAnswered, recallOrRun, refuseUselessKey, type IdempotentCall } from "./idempotency.ts";
import { ANYTHING, bodyCheckOf, makeInputCheck } from "./input-check.ts";
import { refuseApiKey } from "./refuse-api-key.ts";
import { OF_ANY_COMPANY, refuseOtherCompany } from "./refuse-other-company.ts";
import type { PreparedQuery } from "#server/data/prepared-query.ts";
import type { Reads } from "#server/data/reads.ts";
import type { SecurityFailures } from "./security-failure.ts";
import { sendAnswer, type FileReply, type JsonReply, type UnkeptReply } from "./replies.ts";
import type { AuditRecord, RequestContext } from "./request-context.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import { makeServeList, type ServeList } from "./serve-list.ts";
import { StoredFiles } from "./stored-files.ts";
import { receiveUploads, type Upload } from "./uploads.ts";

interface HandlerInput<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly actor: ActorFor<E["access"]>;
  readonly request: RequestContext;
  readonly reply: FastifyReply;
  /** Commits writes, audit row and idempotency key together (not for GET). */
  readonly trx: Trx;
  /** Replaces the default line. */
  audit(record: AuditRecord): void;
  /** Runs after the commit, to wake background work. */
  afterCommit(action: () => void): void;
}

type HandlerAnswer<E extends Endpoint> = E["answer"] extends { kind: "file" }
  ? FileReply
  : AnswerOf<E> | JsonReply | UnkeptReply<AnswerOf<E>>;

type Handler<E extends Endpoint, Read = undefined> = (
  input: HandlerInput<E> & { readonly read: Read },
) => Promise<HandlerAnswer<E>>;

interface ReaderInput<E extends Endpoint> extends Pick<
  HandlerInput<E>,
  "params" | "query" | "body" | "actor"
> {
  readonly files: Readonly<Record<string, Upload>>;
  /** Outside a transaction, for early refusals. */
  readonly db: Trx;
  /**
   * Removed unless the handler is committed.
   *
   * @returns its key.
   */
  store(path: string): Promise<string>;
}

type Reader<E extends Endpoint, Read> = (input: ReaderInput<E>) => Promise<Read>;

interface ServeOptions {
  /** A GET that changes data (`mass-force-cancel` of the specification) runs like a POST. */
  readonly changesData?: boolean;
  /** No journal line: nothing changes. */
  readonly isUnrecorded?: boolean;
  /**
   * The answer may be seconds old: `Reads` chooses the database, the handler reads through `trx`
   * only.
   */
  readonly readsReplica?: boolean;
  /** When the first answer must not be stored: see `UnkeptReply`. */
  readonly answerAgain?: (again: {
    readonly trx: Trx;
    readonly kept: object;
    readonly reply: FastifyReply;
  }) => Promise<unknown>;
}

export interface ServeDependencies {
  readonly db: Kysely<Schema>;
  readonly reads: Reads;
  readonly askOf: (db: Kysely<Schema>) => PreparedQuery;
  readonly files: ConstructorParameters<typeof StoredFiles>[0];
  readonly uploadsDirectory: string;
  now(): Date;
  /** Before anything is read. */
  limitRequests(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /**
   * `null`: a guest.
   *
   * @throws AppError `unauthorized` - for an invalid token.
   */
  actorOf(request: FastifyRequest): Promise<Actor | null>;
  /** Told of every refusal before it is answered. */
  readonly failures: Pick<SecurityFailures, "note">;
  writeAudit(
    trx: Trx,
    actor: Actor | null,
    context: RequestContext,
    record: AuditRecord,
    at: Date,
  ): Promise<void>;
}

export interface Serve {
  <const E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: ServeOptions): void;
  /**
   * For calls with files and calls that ask outside: `read` runs before the transaction, which
   * would hold a connection for seconds; the handler gets its result.
   */
  reading<const E extends Endpoint, Read>(
    endpoint: E,
    read: Reader<E, Read>,
    handler: Handler<E, Read>,
    options?: ServeOptions,
  ): void;
  /** For lists by pages. */
  readonly list: ServeList;
}

/**
 * Order: caller, access, body, schemas, idempotency, handler, journal. No handler can skip any; no
 * body is read before access is known.
 */
export function makeServe(
  app: FastifyInstance,
  dependencies: ServeDependencies,
): Serve & { readonly served: ReadonlySet<string> } {
  const served = new Set<string>();
  const callers = new WeakMap<FastifyRequest, Actor | null>();
  const register = <E extends Endpoint, Read>(
    endpoint: E,
    reader: Reader<E, Read> | null,
    handler: Handler<E, Read>,
    options: ServeOptions = {},
  ) => {
    if (served.has(endpoint.id)) throw new Error(`endpoint ${endpoint.id} is served twice`);
    served.add(endpoint.id);
    const checks = {
      params: makeInputCheck(endpoint.params ?? ANYTHING, "path", true),
      query: makeInputCheck(endpoint.query ?? ANYTHING, "query", true),
      body: bodyCheckOf(endpoint),
    };
    // Sign-in, refresh and sign-out tolerate an expired session. A public GET does not: answered as
    // a guest, its caller would miss their own data instead of refreshing.
    const callerOf = (request: FastifyRequest) => {
      const caller = noted(request, null, () => dependencies.actorOf(request));
      return endpoint.access === "public" && endpoint.method !== "GET"
        ? caller.catch(() => null)
        : caller;
    };
    const noted = async <Result>(
      request: FastifyRequest,
      actor: Actor | null,
      work: () => Result | Promise<Result>,
    ): Promise<Result> => {
      try {
        return await work();
      } catch (error) {
        await dependencies.failures.note(error, { request, actor, endpointId: endpoint.id });
        throw error;
      }
    };
    const changes = endpoint.method !== "GET" || options.changesData === true;
    app.route({
      method: endpoint.method,
      url: API_BASES[endpoint.base].prefix + endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
      exposeHeadRoute: options.changesData !== true,
      bodyLimit: endpoint.maxBodyBytes ?? JSON_BODY_BYTES,
      ...(isFileAnswer(endpoint.answer) ? {} : { schema: { response: { 200: endpoint.answer } } }),
      onRequest: [
        (request: FastifyRequest, reply: FastifyReply) =>
          dependencies.limitRequests(request, reply),
        async (request: FastifyRequest) => {
          const actor = await callerOf(request);
          await noted(request, actor, async () => {
            // Before the rights: those of the other company say nothing to this page.
            if (!OF_ANY_COMPANY.has(endpoint.id))
              await refuseOtherCompany(dependencies.db, request, actor);
            if (!isAllowed(endpoint.access, actor))
              throw new AppError(actor ? "forbidden" : "unauthorized");
            // They belong to a person, an API key to a company.
            if (endpoint.access === "signed-in") refuseApiKey(actor);
          });
          callers.set(request, actor);
        },
      ],
      handler: async (request, reply) => {
        const actor = callers.get(request) ?? null;
        const context: RequestContext = {
          requestId: request.id,
          ip: request.ip,
          userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
          endpointId: endpoint.id,
        };
        const isProgram = actor?.apiKeyId !== undefined;
        if (isProgram) refuseUselessKey(request, endpoint.idempotent === true);
        const params = checks.params(request.params);
        const query = checks.query(request.query, isProgram);
        const uploads = isMultipart(endpoint.body)
          ? await receiveUploads(
              request,
              endpoint.body,
              dependencies.uploadsDirectory,
              senderOf(actor, request.ip),
            )
          : null;
        const stored = new StoredFiles(dependencies.files);
        try {
          const body = checks.body(uploads ? uploads.fields : request.body, isProgram);
          const idempotent: IdempotentCall | null = endpoint.idempotent
            ? {
                request,
                endpointId: endpoint.id,
                actor,
                input: { params, query, body, files: uploads?.digests },
                now: dependencies.now(),
                answerAgain:
                  options.answerAgain &&
                  ((kept, trx) => options.answerAgain?.({ trx, kept, reply }) as Promise<unknown>),
              }
            : null;
          const files = uploads?.files ?? {};
          const db = dependencies.db as Trx;
          const read =
            reader && !(idempotent && (await isAnswered(db, idempotent)))
              ? await noted(request, actor, () =>
                  reader({
                    ...{ params, query, body, actor, files, db },
                    store: (path: string) => stored.store(path),
                  } as ReaderInput<E>),
                )
              : undefined;
          const afterCommit: (() => void)[] = [];
          let audit: AuditRecord | undefined;
          // Another request with the key may have been answered meanwhile.
          let isHandled = false;
          const run = (trx: Trx) =>
            handler({
              params,
              query,
              body,
              actor,
              request: context,
              reply,
              trx,
              read,
              audit: (record: AuditRecord) => {
                if (audit) throw new Error(`${endpoint.id} writes a second journal line`);
                audit = record;
              },
              afterCommit: (action: () => void) => afterCommit.push(action),
            } as unknown as HandlerInput<E> & { readonly read: Read });
          const runWithAudit = async (trx: Trx) => {
            audit = undefined;
            isHandled = true;
            afterCommit.length = 0;
            const answer = await run(trx);
            if (!options.isUnrecorded)
              await dependencies.writeAudit(
                trx,
                actor,
                context,
                audit ?? { event: endpoint.id },
                dependencies.now(),
              );
            return answer;
          };
          const answer = await noted(request, actor, () =>
            !changes
              ? options.readsReplica
                ? dependencies.reads.list(actor, (one) => run(one as Trx), isRefusal)
                : run(db)
              : inTransaction(dependencies.db, (trx) =>
                  idempotent
                    ? recallOrRun(trx, idempotent, () => runWithAudit(trx))
                    : runWithAudit(trx),
                ),
          );
          if (isHandled) await stored.keepNamed(dependencies.db);
          if (changes && actor) await dependencies.reads.noteWrite(actor.sessionId);
          for (const action of afterCommit) action();
          return await sendAnswer(reply, answer);
        } finally {
          stored.discard();
          await uploads?.discard();
        }
      },
    });
  };
  const call = <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: ServeOptions) =>
    register(endpoint, null, handler, options);
  const list = makeServeList(
    (endpoint, handler) => call(endpoint, handler, { readsReplica: true }),
    dependencies.askOf,
  );
  return Object.assign(call, { reading: register, list, served });
}

const isRefusal = (error: unknown) => error instanceof AppError;
