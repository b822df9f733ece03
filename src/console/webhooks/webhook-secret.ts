import { secretWindow } from "#console/kit/secret-once.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";

export function webhookSecretWindow(title: string, secret: string): ShownWindow {
  return secretWindow(title, {
    warning: "Скопируйте секрет сейчас: больше мы его не покажем",
    hint: "Им ваша система проверяет подпись в заголовке X-Signature: HMAC-SHA256 от «t.тело». Если секрет увидел чужой, замените его на странице вебхука",
    secret,
  });
}
