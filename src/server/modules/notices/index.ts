import type { Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import type { MailGateway } from "#server/integrations/mail/port.ts";
import type { SmsGateway } from "#server/integrations/sms/port.ts";
import type { BackgroundTask } from "#server/platform/background-tasks.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { KeepRule } from "#server/platform/housekeeping.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { makeDigestsTask } from "./make-digests.ts";
import { listenForNotices } from "./notice-listeners.ts";
import { serveNoticeSettings } from "./notice-settings.ts";
import { serveNotices } from "./notices-routes.ts";
import { routeMessagesTask } from "./route-messages.ts";
import { sendMessagesTask } from "./send-messages.ts";

export interface NoticesDependencies {
  readonly clock: Clock;
  readonly events: ProductEventBus;
}

/** What people are told. Nobody calls this module: it listens to the product's events. */
export function makeNotices(deps: NoticesDependencies): { routes(serve: Serve): void } {
  listenForNotices(deps.events);
  return { routes: (serve) => serveNotices(serve, deps) };
}

export interface NoticeMessagesDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly sms: SmsGateway;
  /** `null`: e-mails are not offered. */
  readonly mail: MailGateway | null;
  /** Where links of messages lead; `null`: messages have none. */
  readonly publicUrl: string | null;
}

/** Notices that leave the product: e-mails and text messages, at once or once a day, as each person wishes. */
export function makeNoticeMessages(deps: NoticeMessagesDependencies): { readonly tasks: readonly BackgroundTask[]; routes(serve: Serve): void } {
  return {
    tasks: [routeMessagesTask(deps), makeDigestsTask(deps), sendMessagesTask(deps)],
    routes: (serve) => serveNoticeSettings(serve, { hasMail: deps.mail !== null }),
  };
}

/** What was sent is kept for three months: whoever says that he was not told can be answered. */
export const MESSAGES_KEEP_RULE: KeepRule = { table: "outgoing_messages", since: "created_at", keepHours: 90 * 24 };
