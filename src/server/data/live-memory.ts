import { randomUUID } from "node:crypto";
import type { LiveMessage } from "./live-message.ts";

/** Half a minute of a busy evening, under a megabyte. */
const MOST_MESSAGES = 5000;

/**
 * The last messages, for screens that reconnect. PostgreSQL delivers all messages to every process
 * in one order, so a place in it, «the third message of transaction 815», is the same everywhere.
 */
export class LiveMemory {
  readonly #most: number;
  #messages: { readonly place: string; readonly message: LiveMessage }[] = [];
  /** Numbers count from the first message ever. */
  #dropped = 0;
  /** Place → number of the message before it; the first has -1. */
  readonly #numbers = new Map<string, number>();
  #anchor = randomUUID() as string;
  #after = 0;

  constructor(most = MOST_MESSAGES) {
    this.#most = most;
  }

  /** Stored before a read and passed to `since` later, it misses no message. */
  get place(): string {
    return `${this.#anchor}.${this.#after}`;
  }

  /**
   * @param transaction - the sender's; without one the message counts from the last that had one.
   */
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

  /** Earlier places become unknown: messages may have been missed. */
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
