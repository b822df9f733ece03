/** Resources. */
export const WEBHOOKS = "webhooks";
export const DELIVERIES = "webhooks/deliveries";
export const WEBHOOKS_PATH = "/profile/account?tab=webhooks";
export const pathOfWebhook = (id: number) => `/profile/account/webhooks/${id}`;

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

export const SECRET_WARNING = "Скопируйте секрет сейчас: больше мы его не покажем";
export const SECRET_HINT =
  "Им ваша система проверяет подпись в заголовке X-Signature: HMAC-SHA256 от «t.тело». Если секрет увидел чужой, замените его на странице вебхука";
