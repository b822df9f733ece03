import { isIP } from "node:net";
import { invalid } from "#server/http/app-error.ts";
import { isOpenAddress, PRIVATE_ADDRESS } from "#server/http/open-address.ts";

/** @throws AppError `invalid` — field `url`. */
export function urlOf(text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw invalid({ url: ["Это не адрес. Пример: https://erp.company.ru/webhooks"] });
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol !== "https:")
    throw invalid({ url: ["Нужен адрес https: сообщения не должны идти открытым текстом"] });
  if (url.username !== "" || url.password !== "")
    throw invalid({ url: ["Уберите имя и пароль из адреса: сообщения подписаны секретом"] });
  if ((isIP(host) !== 0 && !isOpenAddress(host)) || host === "localhost" || !/[.:]/.test(host))
    throw invalid({ url: [PRIVATE_ADDRESS] });
  return url.href;
}
