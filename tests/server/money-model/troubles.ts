/**
 * What may befall one request to the bank or the tax service.
 *
 * - away: the connection breaks, nothing was done there;
 * - lost: it did what was asked, the connection breaks before its answer;
 * - timedOut: the same, and a proxy says so;
 * - fault: the same, and the answer is the service's own fault;
 * - garbled: the same, and the answer says nothing, or is a proxy's page;
 * - short: the same, and the answer has no line of the first one asked about;
 * - mute: the same, no question is answered in lines, and deeds are said to time out or refused;
 * - refusedAfter: the same, and the bank refuses the whole call;
 * - late: nothing is answered, and the tax service does it hours later;
 * - killed: it did what was asked, and the process that asked dies before it writes anything;
 * - twice: it hears the request twice;
 * - forgotten: it says that it has taken what it does not keep, or has lost what it had;
 * - refused: it refuses the whole call, of which it has taken nothing;
 * - meanwhile: a person or the other process does something while the request is under way;
 * - crossed: its answer is on its way while the other process works up to a deed, whose own answer
 *   comes when the first one has done what it asked for.
 */
export const TROUBLES = [
  "away",
  "lost",
  "timedOut",
  "fault",
  "garbled",
  "short",
  "mute",
  "refusedAfter",
  "late",
  "killed",
  "twice",
  "forgotten",
  "refused",
  "meanwhile",
  "crossed",
] as const;
export type Trouble = (typeof TROUBLES)[number];

export interface ArmedTrouble {
  readonly kind: Trouble;
  /** Requests that still go well, of those that may meet it. */
  readonly skip: number;
  /** The other side is asked to do something, or to tell what it knows; `any`. */
  readonly at: "deed" | "question" | "any";
  /** Moments for which every such request meets it; 0: the first one alone. */
  readonly lasts: number;
  readonly pick: number;
}

/** Queued behind a time-out. */
export interface Late {
  readonly at: number;
  do(): Promise<unknown>;
}
