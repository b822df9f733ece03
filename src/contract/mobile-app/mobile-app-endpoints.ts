import { Type } from "typebox";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { text } from "#contract/kernel/fields.ts";
import { Done } from "#contract/values/wire.ts";

/** Public. Source: `reliability.md` §3. */
const FAKE_MOBILE_MESSAGE_MAX = 1024;

/** Source: specification §7, `POST /fake-mobile`. */
export const mobileAppEndpoints = defineEndpoints("mobile-app", {
  fakeMobile: {
    base: "open",
    method: "POST",
    path: "/fake-mobile",
    access: "public",
    summary: "Отметить переход по ссылке на мобильное приложение",
    body: Type.Object({ message: text(FAKE_MOBILE_MESSAGE_MAX) }),
    answer: Done,
  },
});
