import type { CodeSent } from "#contract/kernel/fields.ts";
import { maskEmail } from "#contract/values/email.ts";
import { maskPhone } from "#contract/values/phone.ts";
import type { Clock } from "#server/data/clock.ts";
import type { IssueRequest, OneTimeCodes } from "./one-time-codes.ts";

/** Issues a code and builds the shared answer of such calls. @throws errors of `issue`. */
export async function codeSent(
  codes: OneTimeCodes,
  clock: Clock,
  request: IssueRequest,
): Promise<CodeSent> {
  const sent = await codes.issue(request);
  const secondsTo = (moment: Date) =>
    Math.max(0, Math.round((moment.getTime() - clock.now().getTime()) / 1000));
  return {
    expiresInSeconds: secondsTo(sent.expiresAt),
    retryAfterSeconds: secondsTo(sent.resendAt),
    phoneMasked: request.byMail ? maskEmail(request.phone) : maskPhone(request.phone),
  };
}
