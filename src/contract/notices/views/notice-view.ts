import { formatMoney, rublesToKopecks } from "#contract/values/money.ts";
import type { NoticePayload } from "../notice-payloads.ts";
import type { NoticeCategory, NoticeName } from "../notice-types.ts";

/** Pictures of notices: one for each category, and for what stands out within one. */
export type NoticeIcon = NoticeCategory | "money" | "receipt" | "sign" | "bell" | "alert";

/**
 * What a notice asks of the reader: `good` nothing, all is well; `warning` an action; `bad`
 * something was refused or has failed; `tax` is the yellow of the tax authority, which stays yellow
 * when it is read. Source: specification §3, «a yellow variant».
 */
export type NoticeTone = "good" | "warning" | "bad" | "tax";

/**
 * How one notice reads: a sentence, where it leads, and how it looks. The bell, the page, e-mails
 * and text messages show it.
 */
export interface NoticeView {
  readonly text: string;
  /** Second line in the words of another: a comment, the text of the tax service. */
  readonly detail?: string;
  /** Path of the console. */
  readonly to?: string;
  readonly tone?: NoticeTone;
  /** Absent: the picture of its category. */
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

/** «: причина. Комментарий», whichever of the two there is. */
export function reasonEnding({ reason, comment }: Why): string {
  if (!reason) return comment ? `: ${comment}` : "";
  return `: ${reason.title}${comment ? `. ${comment}` : ""}`;
}

/** A name in «ёлочки»; quotation marks it brings along become the inner ones: «АО „Восток“». */
export const quoted = (name: string): string =>
  `«${name.replaceAll("«", "„").replaceAll("»", "“")}»`;
/** Rubles of the wire as text: «1 234,50 ₽». @throws RangeError for what is no amount. */
export const rubles = (amount: number): string => formatMoney(rublesToKopecks(amount));
export const jobAddress = (job: { readonly id: number }) => `/jobs/${job.id}`;
export const workmanAddress = (workman: { readonly id: number }) => `/workmans/${workman.id}`;
