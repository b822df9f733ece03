import { invalid } from "#server/http/app-error.ts";
import type { WebhookReceiver } from "#server/integrations/webhook-receiver/port.ts";

/** @throws AppError `invalid` — field `url`. */
export function urlOf(text: string, receiver: WebhookReceiver): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw invalid({ url: ["Это не адрес. Пример: https://erp.company.ru/webhooks"] });
  }
  if (url.username !== "" || url.password !== "")
    throw invalid({ url: ["Уберите имя и пароль из адреса: сообщения подписаны секретом"] });
  const refusal = receiver.refusalOf(url);
  if (refusal !== null) throw invalid({ url: [refusal] });
  return url.href;
}
