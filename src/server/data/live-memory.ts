import { randomUUID } from "node:crypto";
import type { LiveMessage } from "./live-message.ts";

/** Half a minute of a busy evening. */
const MOST_MESSAGES = 5000;

/**
 * The last messages, for reconnecting screens. PostgreSQL delivers all messages in one order, so a
 * place, «third message of transaction 815», is the same in every process.
 */
export class LiveMemory {
  readonly #most: number;
  #messages: { readonly place: string; readonly message: LiveMessage }[] = [];
  /** Numbers count from the first message ever. */
  #dropped = 0;
  /** Place → number of the message before it. */
  readonly #numbers = new Map<string, number>();
  #anchor = randomUUID() as string;
  #after = 0;

  constructor(most = MOST_MESSAGES) {
    this.#most = most;
  }

  /** Read before the data; `since` then misses nothing. */
  get place(): string {
    return `${this.#anchor}.${this.#after}`;
  }

  /** @param transaction - the sender's; without one the message counts from the last known. */
  add(message: LiveMessage, transaction: string | undefined): void {
    if (this.#messages.length === 0 && this.#dropped === 0) this.#numbers.set(this.place, -1);
    if (transaction !== undefined && transaction !== this.#anchor)
      [this.#anchor, this.#after] = [transaction, 0];
    this.#after += 1;
    this.#numbers.set(this.place, this.#dropped + this.#messages.length);
    this.#messages.push({ place: this.place, message });
    if (this.#messages.length > this.#most * 2) this.#forgetOldest();
  }

  since(place: string, addresses: readonly string[]): LiveMessage[] | null {
    if (place === this.place) return [];
    const number = this.#numbers.get(place);
    if (number === undefined || number + 1 < this.#dropped) return null;
    return this.#messages
      .slice(number + 1 - this.#dropped)
      .flatMap(({ message }) => (addresses.includes(message.to) ? [message] : []));
  }

  /** Messages may have been missed: earlier places become unknown. */
  clear(): void {
    this.#messages = [];
    this.#dropped = 0;
    this.#numbers.clear();
    this.#anchor = randomUUID();
    this.#after = 0;
  }

  #forgetOldest(): void {
    const old = this.#messages.splice(0, this.#messages.length - this.#most);
    this.#dropped += old.length;
    for (const { place } of old) this.#numbers.delete(place);
  }
}
