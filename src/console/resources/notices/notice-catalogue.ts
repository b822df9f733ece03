import type { Notice } from "#contract/notices/notice-endpoints.ts";
import { NOTICE_FALLBACKS, noticeNameOf, type NoticeName, type NoticePayload } from "#contract/notices/notice-types.ts";
import { ACCOUNT_NOTICES } from "./kinds/account-notices.ts";
import { JOB_NOTICES } from "./kinds/job-notices.ts";
import { WORKMAN_NOTICES } from "./kinds/workman-notices.ts";
import type { NoticeView, NoticeViews } from "./notice-view.ts";

const VIEWS = { ...JOB_NOTICES, ...ACCOUNT_NOTICES, ...WORKMAN_NOTICES } satisfies NoticeViews<NoticeName>;

/**
 * How a notice reads. A type this version does not know is shown generically, a resource without its fields as «Error Data».
 * Source: specification §3, «Notification types seen».
 */
export function viewNotice({ type, resource }: Pick<Notice, "type" | "resource">): NoticeView {
  const name = noticeNameOf(type);
  if (name === null) return { text: NOTICE_FALLBACKS["unknown type"].title };
  try {
    const view = VIEWS[name] as (resource: NoticePayload<NoticeName>) => NoticeView;
    const shown = view(resource as NoticePayload<NoticeName>);
    // A missing field shows itself as a word of the language, not as an exception.
    return /undefined|NaN/.test(shown.text) ? missing() : shown;
  } catch {
    return missing();
  }
}

function missing(): NoticeView {
  return { text: NOTICE_FALLBACKS["missing data"].title };
}
