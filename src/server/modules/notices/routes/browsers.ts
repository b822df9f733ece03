import { noticeEndpoints as endpoints } from "#contract/notices/notice-endpoints.ts";
import { AppError, invalid } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { addBrowser, removeBrowser } from "../browsers.ts";

const DONE = { ok: true } as const;

export function serveBrowsers(serve: Serve, { push, clock }: Platform): void {
  serve(endpoints.pushKey, async () => ({ publicKey: push.publicKey }));

  serve(endpoints.subscribePush, async ({ actor, body, trx, audit }) => {
    const subscriber = { endpoint: body.endpoint, ...body.keys };
    const refusal = push.refusalOf(subscriber);
    if (refusal !== null) throw invalid({ endpoint: [refusal] });
    if (!(await addBrowser(trx, actor, subscriber, clock.now())))
      throw new AppError("forbidden", "Уведомления включают в браузере, войдя по коду из СМС");
    audit({ event: "notification.browser_added" });
    return DONE;
  });

  serve(endpoints.unsubscribePush, async ({ actor, body, trx, audit }) => {
    await removeBrowser(trx, actor.personId, body.endpoint);
    audit({ event: "notification.browser_removed" });
    return DONE;
  });
}
