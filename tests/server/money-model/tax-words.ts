import { escapeMarkup } from "#contract/values/markup.ts";
import type { Kysely } from "kysely";
import type { Clock } from "#server/data/clock.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { TaxService } from "#server/integrations/tax-service/port.ts";

/** What the simulated «Мой налог» keeps is the truth of a run. */
export interface TaxTruth {
  readonly taxService: TaxService;
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
}

/** `SmzPlatformError`. */
export class Refusal {
  readonly code: string;
  readonly args: Readonly<Record<string, string>>;

  constructor(code: string, args: Readonly<Record<string, string>> = {}) {
    this.code = code;
    this.args = args;
  }
}
export const xml = (name: string, text: string | undefined) =>
  text === undefined ? "" : `<${name}>${escapeMarkup(text)}</${name}>`;
export const fieldOf = (body: string, name: string): string =>
  new RegExp(`<m:${name}>([^<]*)<`).exec(body)?.[1] ?? "";
export const fieldsOf = (body: string, name: string): string[] =>
  [...body.matchAll(new RegExp(`<m:${name}>([^<]*)<`, "g"))].map((found) => found[1] ?? "");
export const rubles = (kopecks: bigint): string =>
  `${kopecks / 100n}.${String(kopecks % 100n).padStart(2, "0")}`;

/** Of half of the operations neither a duplicate nor the list names which receipt is whose. */
export function isQuiet(operationId: string): boolean {
  return [...operationId].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % 2 === 1;
}
