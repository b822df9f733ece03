import type { NoticePayload } from "../notice-payloads.ts";
import { NOTICE_FALLBACKS, NOTICE_TYPES, noticeNameOf, type NoticeName } from "../notice-types.ts";
import { ACCOUNT_NOTICES } from "./account-notices.ts";
import { JOB_NOTICES } from "./job-notices.ts";
import type { NoticeIcon, NoticeView, NoticeViews } from "./notice-view.ts";
import { WORKMAN_NOTICES } from "./workman-notices.ts";

const VIEWS = {
  ...JOB_NOTICES,
  ...ACCOUNT_NOTICES,
  ...WORKMAN_NOTICES,
} satisfies NoticeViews<NoticeName>;

/**
 * An unknown type is shown generically, a resource without its fields as «Error Data». Source:
 * specification §3, «Notification types seen»; texts: `domain.md` §5.4.
 *
 * @param resource - untrusted.
 */
export function viewNotice({
  type,
  resource,
}: {
  readonly type: string;
  readonly resource: object;
}): NoticeView & { readonly icon: NoticeIcon } {
  const name = noticeNameOf(type);
  if (name === null) return { text: NOTICE_FALLBACKS["unknown type"].title, icon: "bell" };
  try {
    const view = VIEWS[name] as (resource: NoticePayload<NoticeName>) => NoticeView;
    const shown = view(strict(resource) as NoticePayload<NoticeName>);
    return shown.text.trim() === "" ? MISSING : { icon: NOTICE_TYPES[name].category, ...shown };
  } catch {
    return MISSING;
  }
}

const MISSING = {
  text: NOTICE_FALLBACKS["missing data"].title,
  icon: "alert",
  tone: "bad",
} as const;

/** All other fields are required. */
const OPTIONAL = /(?:Reason|Comment)$/;

/** A missing field throws; else the sentence would say «undefined». */
function strict(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      const inner: unknown = Reflect.get(target, key);
      if (typeof key === "symbol" || Array.isArray(target)) return strictInside(inner);
      if (OPTIONAL.test(key)) return inner ?? null;
      if (inner === undefined || inner === null || Number.isNaN(inner))
        throw new RangeError(`no ${key}`);
      return strictInside(inner);
    },
  });
}

function strictInside(value: unknown): unknown {
  return typeof value === "function" ? value : strict(value);
}
