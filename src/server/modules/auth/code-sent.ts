import type { CodeSent } from "#contract/kernel/fields.ts";
import { maskEmail } from "#contract/values/email.ts";
import { maskPhone } from "#contract/values/phone.ts";
import type { Platform } from "#server/platform.ts";
import { issueCode, type IssueRequest } from "./one-time-codes.ts";

/** @throws errors of `issueCode`. */
export async function codeSent(
  platform: Pick<Platform, "outside" | "sms" | "mail" | "clock" | "secrets">,
  request: IssueRequest,
): Promise<CodeSent> {
  const sent = await issueCode(platform, request);
  const secondsTo = (moment: Date) =>
    Math.max(0, Math.round((moment.getTime() - platform.clock.now().getTime()) / 1000));
  return {
    expiresInSeconds: secondsTo(sent.expiresAt),
    retryAfterSeconds: secondsTo(sent.resendAt),
    phoneMasked: request.byMail ? maskEmail(request.phone) : maskPhone(request.phone),
  };
}
