import type { Module } from "#server/module.ts";
import { makeDigestsTask } from "./tasks/make-digests.ts";
import { listenForNotices } from "./listeners/notices.ts";
import { serveBrowsers } from "./routes/browsers.ts";
import { serveNoticeSettings } from "./routes/settings.ts";
import { serveNotices } from "./routes/notices.ts";
import { routeMessagesTask } from "./tasks/route-messages.ts";
import { sendMessagesTask } from "./tasks/send-messages.ts";

/**
 * In the product, by e-mail and SMS, at once or daily, and in browsers. Called by nobody: listens to
 * events.
 */
export const noticesModule: Module = {
  listeners: (platform) => listenForNotices(platform.events),
  tasks: (platform) => [
    routeMessagesTask(platform),
    makeDigestsTask(platform),
    sendMessagesTask(platform),
  ],
  routes(serve, platform) {
    serveNotices(serve, platform);
    serveBrowsers(serve, platform);
    serveNoticeSettings(serve, { hasMail: platform.mail !== null });
  },
  keepRules: [
    // Kept for questions within three months.
    { table: "outgoing_messages", since: "created_at", keepHours: 90 * 24 },
  ],
};
