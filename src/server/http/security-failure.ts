import type { FastifyRequest } from "fastify";
import { sql, type Kysely } from "kysely";
import { Counter } from "prom-client";
import type { Schema } from "#server/data/generated/schema.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Actor } from "./actor.ts";
import { networkOf } from "./address-network.ts";
import { AppError, type SecurityFailure } from "./app-error.ts";
import type { AuditRecord, RequestContext } from "./request-context.ts";

const SECURITY_EVENTS = {
  CODE: "auth.otp_failed",
  FORBIDDEN: "security.forbidden",
  KEY: "security.key_refused",
  NETWORK: "security.network_refused",
  TOKEN: "security.token_refused",
} as const satisfies Record<SecurityFailure["kind"], string>;

interface Concerned {
  readonly accountId: number;
  readonly object: { readonly type: string; readonly id: string | number; readonly title?: string };
}

interface Dependencies {
  readonly db: Kysely<Schema>;
  now(): Date;
  writeAudit(
    trx: Trx,
    actor: Actor | null,
    context: RequestContext,
    record: AuditRecord,
    at: Date,
  ): Promise<void>;
}

/** The platform's own journal. */
const PLATFORM = 0;

/**
 * Writes failures outside the refused transaction: log, `security_failures_total`, counts by
 * company, kind, subject and hour, and the journal. Only the first, tenth, hundredth of an hour get
 * a journal line, so a flood writes few.
 */
export class SecurityFailures {
  readonly counter = new Counter({
    name: "security_failures_total",
    help: "Wrong codes, calls without the right, wrong keys, keys from wrong networks and forged tokens",
    labelNames: ["kind"],
    registers: [],
  });
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Never throws. */
  async note(
    error: unknown,
    refused: {
      readonly request: FastifyRequest;
      readonly actor: Actor | null;
      readonly endpointId: string;
    },
  ): Promise<void> {
    const failure = failureOf(error);
    if (failure === null) return;
    const { request, actor, endpointId } = refused;
    this.counter.inc({ kind: failure.kind });
    request.log.warn(
      {
        kind: failure.kind,
        endpoint: endpointId,
        ip: request.ip,
        accountId: failure.key?.accountId ?? actor?.accountId ?? null,
        personId: actor?.personId ?? null,
        keyId: failure.key?.id ?? actor?.apiKeyId ?? null,
      },
      "security failure",
    );
    try {
      for (const concerned of await this.#concerned(failure, actor, request.ip))
        await this.#write(failure.kind, concerned, refused);
    } catch (cause) {
      request.log.error({ err: cause, kind: failure.kind }, "a security failure was not noted");
    }
  }

  async #write(
    kind: SecurityFailure["kind"],
    { accountId, object }: Concerned,
    {
      request,
      actor,
      endpointId,
    }: { request: FastifyRequest; actor: Actor | null; endpointId: string },
  ): Promise<void> {
    const { db, now, writeAudit } = this.#deps;
    const at = now();
    await inTransaction(db, async (trx) => {
      const { rows } = await sql<{ count: number }>`
        INSERT INTO security_failures AS f (account_id, kind, subject, hour, count)
        VALUES (${accountId}, ${kind}, ${`${object.type}:${object.id}`},
          date_trunc('hour', ${at}::timestamptz), 1)
        ON CONFLICT (account_id, kind, subject, hour) DO UPDATE SET count = f.count + 1
        RETURNING count`.execute(trx);
      const count = rows[0]?.count ?? 1;
      if (!Number.isInteger(Math.log10(count))) return;
      await writeAudit(
        trx,
        actor,
        {
          requestId: request.id,
          ip: request.ip,
          userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
          endpointId,
        },
        { event: SECURITY_EVENTS[kind], accountId, object, after: { count, call: endpointId } },
        at,
      );
    });
  }

  /** The key's company, the caller's, or those of the code's person. */
  async #concerned(
    { key, phone }: SecurityFailure,
    actor: Actor | null,
    ip: string,
  ): Promise<readonly Concerned[]> {
    if (key)
      return [
        { accountId: key.accountId, object: { type: "api-key", id: key.id, title: key.title } },
      ];
    if (actor)
      return [
        {
          accountId: actor.accountId ?? PLATFORM,
          object:
            actor.apiKeyId === undefined
              ? { type: "person", id: actor.personId, title: actor.name }
              : { type: "api-key", id: actor.apiKeyId, title: actor.name },
        },
      ];
    if (phone !== undefined) {
      const { rows } = await sql<{ id: number; name: string; account_id: number | null }>`
        SELECT p.id, p.name, u.account_id
        FROM people p
        LEFT JOIN account_users u ON u.person_id = p.id AND u.state = 'ACTIVE'
        WHERE p.phone = ${phone}`.execute(this.#deps.db);
      if (rows.length > 0)
        return rows.map(({ id, name, account_id: accountId }) => ({
          accountId: accountId ?? PLATFORM,
          object: { type: "person", id, title: name },
        }));
    }
    const network = subnetOf(ip);
    return [{ accountId: PLATFORM, object: { type: "network", id: network, title: network } }];
  }
}

function failureOf(error: unknown): SecurityFailure | null {
  if (!(error instanceof AppError)) return null;
  return error.failure ?? (error.code === "forbidden" ? { kind: "FORBIDDEN" } : null);
}

/** A subnet counts as one subject. */
function subnetOf(ip: string): string {
  const network = networkOf(ip);
  return network.includes(":")
    ? `${network.split(":").slice(0, 3).join(":")}::/48`
    : `${network.split(".").slice(0, 3).join(".")}.0/24`;
}
