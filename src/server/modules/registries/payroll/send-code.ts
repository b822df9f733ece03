import type { CodeSent } from "#contract/kernel/fields.ts";
import { codeSent } from "#server/modules/auth/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { RegistryDependencies } from "../dependencies.ts";

export function sendCode(
  deps: RegistryDependencies,
  actor: AccountActor,
  code: { operation: string; purpose: string; ip: string },
): Promise<CodeSent> {
  return codeSent(deps.codes, deps.clock, { phone: actor.phone, ...code, deliver: true });
}
