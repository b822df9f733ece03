import { openPost, type OpenPostOptions } from "../common/open-post.ts";
import type { WebhookReceiver } from "./port.ts";

/** HTTPS to the open internet only. */
export function httpWebhookReceiver(options: OpenPostOptions = {}): WebhookReceiver {
  const { refusalOf, post } = openPost(options);
  return {
    refusalOf,
    post: ({ url, body, headers }) =>
      post({
        url,
        body,
        headers: { ...headers, "content-type": "application/json; charset=utf-8" },
      }),
  };
}
