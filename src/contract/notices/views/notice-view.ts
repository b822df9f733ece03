import { formatMoney, rublesToKopecks } from "#contract/values/money.ts";
import type { NoticePayload } from "../notice-payloads.ts";
import type { NoticeCategory, NoticeName } from "../notice-types.ts";

/** Icons: one per category and some for special notices within one. */
export type NoticeIcon = NoticeCategory | "money" | "receipt" | "sign" | "bell" | "alert";

/**
 * What a notice demands: `good` nothing; `warning` an action; `bad` something was refused or
 * failed; `tax` is the tax authority's yellow, kept after reading. Source: specification §3, «a
 * yellow variant».
 */
export type NoticeTone = "good" | "warning" | "bad" | "tax";

/** A notice as the bell, the page, e-mails and SMS show it. */
export interface NoticeView {
  readonly text: string;
  /** Second line, quoted: a comment, or the text of the tax service. */
  readonly detail?: string;
  /** Console path. */
  readonly to?: string;
  /**
   * Words for e-mails and text messages where the notice is caused by somebody the person may not
   * know: nothing of what he has typed leaves the product.
   */
  readonly outside?: string;
  /** Path of its text message instead of the list of notices: works without a session. */
  readonly smsTo?: string;
  readonly tone?: NoticeTone;
  /** Default: the icon of its category. */
  readonly icon?: NoticeIcon;
}

/** Views of some types; the catalogue checks that all are covered. */
export type NoticeViews<Name extends NoticeName> = {
  readonly [One in Name]: (resource: NoticePayload<One>) => NoticeView;
};

interface Why {
  readonly reason: { readonly title: string } | null;
  readonly comment: string | null;
}

/** «: причина. Комментарий», or either of them. */
export function reasonEnding({ reason, comment }: Why): string {
  if (!reason) return comment ? `: ${comment}` : "";
  return `: ${reason.title}${comment ? `. ${comment}` : ""}`;
}

/** A name in «ёлочки»; its own quotation marks become inner ones: «АО „Восток“». */
export const quoted = (name: string): string =>
  `«${name.replaceAll("«", "„").replaceAll("»", "“")}»`;
/**
 * Rubles of the wire as text: «1 234,50 ₽».
 * @throws RangeError for an invalid amount.
 */
export const rubles = (amount: number): string => formatMoney(rublesToKopecks(amount));
export const jobAddress = (job: { readonly id: number }) => `/jobs/${job.id}`;
export const workmanAddress = (workman: { readonly id: number }) => `/workmans/${workman.id}`;
