import { formatMoney, rublesToKopecks } from "#contract/values/money.ts";
import type { NoticePayload } from "../notice-payloads.ts";
import type { NoticeCategory, NoticeName } from "../notice-types.ts";

/** One per category, and some for special notices. */
export type NoticeIcon = NoticeCategory | "money" | "receipt" | "sign" | "bell" | "alert";

/**
 * `good` demands nothing; `warning` an action; `bad`: refused or failed; `tax`: the tax authority's
 * yellow, kept after reading. Source: specification §3, «a yellow variant».
 */
export type NoticeTone = "good" | "warning" | "bad" | "tax";

export interface NoticeView {
  readonly text: string;
  /** Second line, quoted. */
  readonly detail?: string;
  /** Console path. */
  readonly to?: string;
  /**
   * For e-mails and SMS where somebody the person may not know caused the notice: nothing he typed
   * leaves the product.
   */
  readonly outside?: string;
  /** For SMS instead of the list of notices: works without a session. */
  readonly smsTo?: string;
  readonly tone?: NoticeTone;
  /** Default: its category's. */
  readonly icon?: NoticeIcon;
}

/** The catalogue checks that all are covered. */
export type NoticeViews<Name extends NoticeName> = {
  readonly [One in Name]: (resource: NoticePayload<One>) => NoticeView;
};

interface Why {
  readonly reason: { readonly title: string } | null;
  readonly comment: string | null;
}

export function reasonEnding({ reason, comment }: Why): string {
  if (!reason) return comment ? `: ${comment}` : "";
  return `: ${reason.title}${comment ? `. ${comment}` : ""}`;
}

/** Its own quotation marks become inner ones: «АО „Восток“». */
export const quoted = (name: string): string =>
  `«${name.replaceAll("«", "„").replaceAll("»", "“")}»`;
/**
 * «1 234,50 ₽».
 * @throws RangeError for an invalid amount.
 */
export const rubles = (amount: number): string => formatMoney(rublesToKopecks(amount));
export const jobAddress = (job: { readonly id: number }) => `/jobs/${job.id}`;
export const workmanAddress = (workman: { readonly id: number }) => `/workmans/${workman.id}`;
