import { isOtpCode } from "#contract/kernel/fields.ts";
import type { Endpoint } from "#contract/kernel/define-endpoints.ts";
import { currentSession } from "#web/session/session.ts";
import { asHttpError, isUncertain } from "#web/wire/http-error.ts";
import type { CallInput } from "./call-endpoint.ts";

interface Intent {
  readonly key: string;
  /** `null` while nobody waits for an answer. */
  sending: Promise<unknown> | null;
}

const intents = new Map<string, Intent>();

/**
 * The only maker of idempotency keys. One intent keeps its key until a definite answer, whatever
 * window or code it is sent from, so a retry cannot pay twice; while it is on its way, a second
 * press gets the answer of the first.
 *
 * @param send - makes the request with the input it is given.
 */
export function sendOnce<E extends Endpoint, Answer>(
  endpoint: E,
  input: CallInput<E>,
  send: (keyed: CallInput<E>) => Promise<Answer>,
): Promise<Answer> {
  if (!endpoint.idempotent || input.idempotencyKey !== undefined) return send(input);
  const name = nameOf(endpoint, input);
  const intent: Intent = intents.get(name) ?? { key: crypto.randomUUID(), sending: null };
  if (intent.sending) return intent.sending as Promise<Answer>;
  intents.set(name, intent);
  const sending = send({ ...input, idempotencyKey: intent.key }).then(
    (answer) => {
      intents.delete(name);
      return answer;
    },
    (thrown: unknown) => {
      intent.sending = null;
      if (!isUncertain(asHttpError(thrown).statusCode)) intents.delete(name);
      throw thrown;
    },
  );
  intent.sending = sending;
  return sending;
}

/** What is asked for and by whom, without the one-time code: a new code is no new intent. */
function nameOf(endpoint: Endpoint, { params, query, body, files = {} }: CallInput<Endpoint>) {
  const { me } = currentSession();
  const { properties = {} } = (endpoint.body ?? {}) as {
    properties?: Record<string, { description?: string }>;
  };
  const fields = Object.entries((body ?? {}) as object).filter(
    ([field]) => !isOtpCode(properties[field]),
  );
  const documents = Object.entries(files).map(([field, file]) => [
    field,
    file.size,
    file instanceof File ? [file.name, file.lastModified] : null,
  ]);
  return JSON.stringify([
    me?.id,
    me?.currentAccountID,
    endpoint.id,
    params,
    query,
    fields,
    documents,
  ]);
}

export function forgetIntents(): void {
  intents.clear();
}
