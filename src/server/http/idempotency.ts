import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { senderOf, type Actor } from "./actor.ts";
import { AppError, invalid } from "./app-error.ts";
import { JsonReply, UnkeptReply } from "./replies.ts";
import type { Trx } from "#server/data/transaction.ts";

const KEY_PATTERN = /^[\x21-\x7e]{8,200}$/;

const HEADER = "idempotency-key";

/** Refuses a key that would be ignored or is malformed: the sender relies on it. */
export function refuseUselessKey(request: FastifyRequest, isIdempotent: boolean): void {
  for (const name of Object.keys(request.headers)) {
    if (name === HEADER && !isIdempotent)
      throw invalid({
        "Idempotency-Key": [
          "У этого вызова нет защиты от повтора: уберите заголовок. Вызовы с ней перечислены в описании API",
        ],
      });
    if (name !== HEADER && /idempot/.test(name))
      throw invalid({ [name]: ["Такого заголовка нет. Возможно, это «Idempotency-Key»"] });
  }
}

export interface IdempotentCall {
  readonly request: FastifyRequest;
  readonly endpointId: string;
  readonly actor: Actor | null;
  /** Another input under the key is rejected. */
  readonly input: unknown;
  readonly now: Date;
  /** Rebuilds an answer with secrets from the stored part. */
  readonly answerAgain?: ((kept: object, trx: Trx) => Promise<unknown>) | undefined;
}

/** Then nothing need be read. */
export async function isAnswered(db: Trx, call: IdempotentCall): Promise<boolean> {
  const key = keyOf(call);
  if (key === null) return false;
  const { rows } = await sql`
    SELECT FROM idempotency_keys WHERE owner = ${senderOf(call.actor, call.request.ip)} AND key = ${key}`.execute(
    db,
  );
  return rows.length > 0;
}

/** @throws AppError `invalid`. */
function keyOf({ request }: IdempotentCall): string | null {
  const key = request.headers[HEADER];
  if (key === undefined) return null;
  if (typeof key !== "string" || !KEY_PATTERN.test(key))
    throw invalid({ "Idempotency-Key": ["От 8 до 200 печатных символов латиницы"] });
  return key;
}

/**
 * Once per `Idempotency-Key` of its owner. A second call waits for the first and gets its answer; a
 * failed call leaves no key.
 *
 * @throws AppError `idempotency_mismatch` - used with another input.
 */
export async function recallOrRun<Answer>(
  trx: Trx,
  call: IdempotentCall,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const key = keyOf(call);
  if (key === null) return run();
  const owner = senderOf(call.actor, call.request.ip);
  const bodyHash = createHash("sha256")
    .update(JSON.stringify([call.endpointId, call.input]))
    .digest();
  const inserted = await sql`
    INSERT INTO idempotency_keys (owner, key, endpoint, body_hash, created_at)
    VALUES (${owner}, ${key}, ${call.endpointId}, ${bodyHash}, ${call.now})
    ON CONFLICT DO NOTHING
    RETURNING 1`.execute(trx);
  if (inserted.rows.length === 0) {
    const { rows } = await sql<{ same: boolean; answer: Answer }>`
      SELECT body_hash = ${bodyHash} AS same, answer
      FROM idempotency_keys
      WHERE owner = ${owner} AND key = ${key}`.execute(trx);
    if (!rows[0]?.same) throw new AppError("idempotency_mismatch");
    const { answer } = rows[0];
    return call.answerAgain ? ((await call.answerAgain(answer as object, trx)) as Answer) : answer;
  }
  const answer = await run();
  // PostgreSQL's JSON is stored; the second caller gets an object.
  const kept =
    answer instanceof JsonReply
      ? answer.json
      : JSON.stringify(answer instanceof UnkeptReply ? answer.kept : answer);
  await sql`
    UPDATE idempotency_keys
    SET answer = ${kept}::jsonb, status = 200
    WHERE owner = ${owner} AND key = ${key}`.execute(trx);
  return answer;
}
