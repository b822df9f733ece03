import type { CodeSent } from "#contract/kernel/fields.ts";
import { codeSent } from "#server/modules/auth/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { Platform } from "#server/platform.ts";

export function sendCode(
  platform: Platform,
  actor: AccountActor,
  code: { operation: string; purpose: string; ip: string },
): Promise<CodeSent> {
  return codeSent(platform, { by: actor, phone: actor.phone, ...code, deliver: true });
}
