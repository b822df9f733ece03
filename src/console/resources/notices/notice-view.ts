import type { NoticeName, NoticePayload } from "#contract/notices/notice-types.ts";

/** How one notice reads: a sentence, where it leads, and whether it asks for attention. */
export interface NoticeView {
  readonly text: string;
  /** Second line in the words of another: a comment, the text of the tax service. */
  readonly detail?: string;
  readonly to?: string;
  readonly tone?: "warning";
}

/** Views of some types; the catalogue checks that all are covered. */
export type NoticeViews<Name extends NoticeName> = { readonly [One in Name]: (resource: NoticePayload<One>) => NoticeView };

interface Why {
  readonly reason: { readonly title: string } | null;
  readonly comment: string | null;
}

/** «: причина. Комментарий», whichever of the two there is. */
export function because({ reason, comment }: Why): string {
  return [reason ? `: ${reason.title}` : "", comment ? `. ${comment}` : ""].join("");
}

export const jobAddress = (job: { readonly id: number }) => `/jobs/${job.id}`;
export const workmanAddress = (workman: { readonly id: number }) => `/workmans/${workman.id}`;
