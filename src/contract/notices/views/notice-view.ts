import { formatMoney, rublesToKopecks } from "#contract/values/money.ts";
import type { NoticePayload } from "../notice-payloads.ts";
import type { NoticeCategory, NoticeName } from "../notice-types.ts";

export type NoticeIcon = NoticeCategory | "money" | "receipt" | "sign" | "bell" | "alert";

/**
 * `good`: nothing to do; `warning`: act; `bad`: refused or failed; `tax`: yellow, kept after
 * reading. Source: specification §3, «a yellow variant».
 */
export type NoticeTone = "good" | "warning" | "bad" | "tax";

export interface NoticeView {
  readonly text: string;
  /** Second line, quoted. */
  readonly detail?: string;
  /** Console path. */
  readonly to?: string;
  /** For e-mails and SMS caused by a stranger: nothing he typed leaves the product. */
  readonly outside?: string;
  readonly tone?: NoticeTone;
  /** By default the category's. */
  readonly icon?: NoticeIcon;
}

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

/** Inner quotation marks: «АО „Восток“». */
export const quoted = (name: string): string =>
  `«${name.replaceAll("«", "„").replaceAll("»", "“")}»`;
/**
 * «1 234,50 ₽».
 * @throws RangeError for an invalid amount.
 */
export const rubles = (amount: number): string => formatMoney(rublesToKopecks(amount));
export const jobAddress = (job: { readonly id: number }) => `/jobs/${job.id}`;
export const workmanAddress = (workman: { readonly id: number }) => `/workmans/${workman.id}`;
