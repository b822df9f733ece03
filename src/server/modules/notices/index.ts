import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { KeepRule } from "#server/work/housekeeping.ts";
import type { Serve } from "#server/http/serve.ts";
import type { NoticeMessagesDependencies, NoticesDependencies } from "./dependencies.ts";
import { makeDigestsTask } from "./make-digests.ts";
import { listenForNotices } from "./notice-listeners.ts";
import { serveNoticeSettings } from "./notice-settings.ts";
import { serveNotices } from "./notices-routes.ts";
import { routeMessagesTask } from "./route-messages.ts";
import { sendMessagesTask } from "./send-messages.ts";

/** What people are told. Nobody calls this module: it listens to the product's events. */
export function makeNotices(deps: NoticesDependencies): { routes(serve: Serve): void } {
  listenForNotices(deps.events);
  return { routes: (serve) => serveNotices(serve, deps) };
}

/**
 * Notices that leave the product: e-mails and text messages, at once or once a day, as each person
 * wishes.
 */
export function makeNoticeMessages(deps: NoticeMessagesDependencies): {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
} {
  return {
    tasks: [routeMessagesTask(deps), makeDigestsTask(deps), sendMessagesTask(deps)],
    routes: (serve) => serveNoticeSettings(serve, { hasMail: deps.mail !== null }),
  };
}

/** What was sent is kept for three months: whoever says that he was not told can be answered. */
export const MESSAGES_KEEP_RULE: KeepRule = {
  table: "outgoing_messages",
  since: "created_at",
  keepHours: 90 * 24,
};
