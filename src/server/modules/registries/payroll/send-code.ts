import { maskPhone } from "#contract/values/phone.ts";
import type { AccountActor } from "#server/platform/actor.ts";
import type { RegistryDependencies } from "../index.ts";

/** Sends the person a code for one operation and says how long it lives. */
export async function sendCode(deps: RegistryDependencies, actor: AccountActor, code: { operation: string; purpose: string; ip: string }) {
  const now = deps.clock.now();
  const sent = await deps.codes.issue({ phone: actor.phone, ...code, deliver: true });
  return {
    expiresInSeconds: Math.round((sent.expiresAt.getTime() - now.getTime()) / 1000),
    retryAfterSeconds: Math.round((sent.resendAt.getTime() - now.getTime()) / 1000),
    phoneMasked: maskPhone(actor.phone),
  };
}
