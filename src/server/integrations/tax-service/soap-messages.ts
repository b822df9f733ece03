import { escapeMarkup } from "#contract/values/markup.ts";
import { PlatformError } from "./message-exchange.ts";
import { TAX_ERRORS, type TaxError } from "./port.ts";

const SMZ_TYPES = "urn://x-artefacts-gnivc-ru/ais3/SMZ/SmzPartnersIntegrationService/types/1.0";
/** Slow per call, not in throughput. */
const AT_ONCE = 8;

/** Access denied. */
export const UNSEEN: ReadonlySet<string> = new Set([
  "TAXPAYER_UNREGISTERED",
  "TAXPAYER_UNBOUND",
  "PERMISSION_NOT_GRANTED",
]);

/** @param body - made of `element`s. */
export function message(name: string, body: string): string {
  return `<m:${name} xmlns:m="${SMZ_TYPES}">${body}</m:${name}>`;
}

export function element(name: string, text: string): string {
  return `<m:${name}>${escapeMarkup(text)}</m:${name}>`;
}

/** 150 000 kopecks → `1500.00`. */
export function rublesText(kopecks: bigint): string {
  return `${kopecks / 100n}.${String(kopecks % 100n).padStart(2, "0")}`;
}

/**
 * `1500.5` → 150 050.
 *
 * @throws Error for anything else: a sum that is absent is not zero.
 */
export function kopecksOf(rubles: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(rubles.trim());
  if (!match) throw new Error("the tax service's answer has a sum that is no number");
  const kopecks = BigInt(match[2] ?? "0") * 100n + BigInt((match[3] ?? "").padEnd(2, "0"));
  return match[1] === "-" ? -kopecks : kopecks;
}

/**
 * The year limit is a validation error with a threshold. An unknown code is the service's fault.
 */
export function taxErrorOf(error: PlatformError): TaxError {
  if (error.code === "REQUEST_VALIDATION_ERROR" && argumentMatching(error, /threshold|limit/i))
    return "LIMIT_EXCEEDED";
  if (error.code === "RECEPT_ID_NOT_FOUND") return "REQUEST_VALIDATION_ERROR";
  return TAX_ERRORS.find((known) => known === error.code) ?? "INTERNAL_ERROR";
}

export function argumentMatching(error: PlatformError, key: RegExp): string | undefined {
  return [...error.args].find(([name]) => key.test(name))?.[1];
}

export function required(text: string, name: string): string {
  if (text === "") throw new Error(`the tax service's answer has no ${name}`);
  return text;
}

/** @throws Error: no word that was agreed on. */
export function wordOf<Word extends string>(text: string, words: readonly Word[]): Word {
  const word = words.find((one) => one === text);
  if (word === undefined) throw new Error(`the tax service's answer says none of ${words.join()}`);
  return word;
}

/**
 * In order; after a fault no further item starts.
 *
 * @param forMs - then no further one starts either, and the rest has no result.
 */
export async function mapFewAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  forMs = Infinity,
): Promise<Result[]> {
  const results: Result[] = [];
  const endMs = performance.now() + forMs;
  let next = 0;
  const runner = async () => {
    while (next < items.length && (next === 0 || performance.now() < endMs)) {
      const index = next;
      next += 1;
      try {
        results[index] = await work(items[index] as Item);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, runner));
  return results;
}
