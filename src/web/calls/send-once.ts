import { codeFieldsOf } from "#contract/kernel/fields.ts";
import type { Endpoint } from "#contract/kernel/define-endpoints.ts";
import { currentSession } from "#web/session/session.ts";
import { asHttpError, isUncertain } from "#web/wire/http-error.ts";
import type { CallInput } from "./call-endpoint.ts";

interface Intent {
  readonly key: string;
  /** `null` while no request is on its way. */
  sending: Promise<unknown> | null;
}

const intents = new Map<string, Intent>();

/**
 * The only maker of idempotency keys. One intent keeps its key until a definite answer, whatever
 * window or one-time code it is sent with, so a retry cannot pay twice. While it is on its way, a
 * second press gets the answer of the first.
 *
 * @param send - makes the request with the input it is given.
 */
export function sendOnce<E extends Endpoint, Answer>(
  endpoint: E,
  input: CallInput<E>,
  send: (keyed: CallInput<E>) => Promise<Answer>,
): Promise<Answer> {
  if (!endpoint.idempotent || input.idempotencyKey !== undefined) return send(input);
  const codes = codeFieldsOf(endpoint.body);
  const name = nameOf(endpoint, input, codes);
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
      const { statusCode, errors = {} } = asHttpError(thrown);
      const isCodeWrong = codes.some((field) => field in errors);
      if (!isUncertain(statusCode) && !isCodeWrong) intents.delete(name);
      throw thrown;
    },
  );
  intent.sending = sending;
  return sending;
}

/** What is asked for and by whom; a new one-time code is no new intent. */
function nameOf(
  endpoint: Endpoint,
  { params, query, body, files = {} }: CallInput<Endpoint>,
  codes: readonly string[],
): string {
  const { me } = currentSession();
  const fields = Object.entries((body ?? {}) as object).filter(([field]) => !codes.includes(field));
  const documents = Object.entries(files).map(([field, file]) => [
    field,
    file.size,
    file instanceof File ? [file.name, file.lastModified] : null,
  ]);
  const asker = [me?.id, me?.currentAccountID];
  return JSON.stringify([asker, endpoint.id, params, query, fields, documents]);
}
