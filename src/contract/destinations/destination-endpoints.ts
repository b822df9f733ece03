import { Type } from "typebox";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable, OtpCode } from "#contract/kernel/fields.ts";
import { Done, Instant } from "#contract/values/wire.ts";
import { ChangeKey, DESTINATION_CHANGE, FormerDestination } from "./destination.ts";

const open = "open" as const;

/** «Это не я» about a changed destination, and the end of the stop it causes. */
export const destinationEndpoints = defineEndpoints("destinations", {
  change: {
    base: open,
    method: "GET",
    path: "/v1/destination-changes/{key}",
    access: "public",
    summary: "Что изменено: карта, счёт или телефон, о которых пришло сообщение",
    params: Type.Object({ key: ChangeKey }),
    answer: Type.Object({
      kind: definitionOf(DESTINATION_CHANGE),
      shown: Type.String(),
      changedAt: Instant,
      disownedAt: nullable(Instant),
    }),
    added: true,
  },
  disown: {
    base: open,
    method: "POST",
    path: "/v1/destination-changes/{key}/disown",
    access: "public",
    summary: "«Это не я»: остановить выплаты и завершить все сеансы",
    params: Type.Object({ key: ChangeKey }),
    answer: Done,
    added: true,
  },
  /**
   * `isBySupport`: the phone was disowned, so its codes prove nothing. `former`: where payouts went
   * before, while they are stopped.
   */
  stop: {
    base: open,
    method: "GET",
    path: "/v1/workman/payouts-stop",
    access: "workman",
    summary: "Остановлены ли выплаты и до какого часа ждут крупные суммы",
    answer: Type.Object({
      isStopped: Type.Boolean(),
      isBySupport: Type.Boolean(),
      largeFrom: nullable(Instant),
      former: nullable(FormerDestination),
    }),
    added: true,
  },
  resume: {
    base: open,
    method: "POST",
    path: "/v1/workman/payouts-stop/lift",
    access: "workman",
    summary: "Возобновить остановленные выплаты по коду из СМС",
    body: Type.Object({ otp: OtpCode }),
    answer: Done,
    added: true,
  },
});
