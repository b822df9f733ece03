import type { AnswerOf, Endpoint } from "#contract/kernel/define-endpoints.ts";
import type { CallInput } from "#web/calls/call-endpoint.ts";
import { requestEndpoint } from "./request-endpoint.ts";

/** Ready, or made of the values of a form. */
type InputOf<E extends Endpoint, Values> = CallInput<E> | ((values: Values) => CallInput<E>);

/**
 * What `meta.call` of Refine's hooks carries to the data providers. It is a class because Refine
 * mixes the address's parameters into `meta`, and a link cannot make an instance.
 */
export class ContractCall<E extends Endpoint = Endpoint, Values = never> {
  private readonly endpoint: E;
  private readonly input: InputOf<E, Values>;
  private readonly onSent: ((share: number) => void) | undefined;

  /** @param onSent - share uploaded, 0 to 1. */
  constructor(endpoint: E, input: InputOf<E, Values>, onSent?: (share: number) => void) {
    this.endpoint = endpoint;
    this.input = input;
    this.onSent = onSent;
  }

  /** @throws ConsoleHttpError. */
  send(values: Values, signal?: AbortSignal): Promise<AnswerOf<E>> {
    const input = typeof this.input === "function" ? this.input(values) : this.input;
    return requestEndpoint(this.endpoint, input, { signal, onSent: this.onSent });
  }
}
