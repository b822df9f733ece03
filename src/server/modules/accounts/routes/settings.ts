import { sql, type Kysely } from "kysely";
import { accountEndpoints as endpoints } from "#contract/accounts/account-endpoints.ts";
import type { AccountSettings } from "#contract/accounts/account.ts";
import { approvalEndpoints } from "#contract/approvals/approval-endpoints.ts";
import { loosensAcceptLimit, loosensAutoAccept } from "#contract/approvals/loosening.ts";
import { findLabourWord } from "#contract/registries/kinds/labour-words.ts";
import { maskEmail, normalizeEmail } from "#contract/values/email.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { noticeEmailOperation, useCode } from "#server/modules/auth/index.ts";
import type { Platform } from "#server/platform.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { AppError, invalid, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import { readRubles } from "#server/http/read-rubles.ts";
import type { Serve } from "#server/http/serve.ts";
import {
  confirmLoosening,
  confirmWidening,
  sendLooseningCode,
} from "../actions/confirm-loosening.ts";

export function serveAccountSettings(serve: Serve, platform: Platform): void {
  serve(endpoints.settings, ({ actor, trx }) => loadSettings(trx, actor.accountId));

  serve(endpoints.updateSettings, async ({ actor, body, trx, audit }) => {
    await sql`SELECT 1 FROM accounts WHERE id = ${actor.accountId} FOR NO KEY UPDATE`.execute(trx);
    const { otp, ...changes } = body;
    const before = await loadSettings(trx, actor.accountId);
    const after = {
      ...before,
      ...changes,
      ...(body.defaultReceiptText === undefined
        ? {}
        : { defaultReceiptText: receiptTextOf(body.defaultReceiptText) }),
    };
    const limit =
      after.projectManagerAcceptLimit === null
        ? null
        : readRubles(after.projectManagerAcceptLimit, "projectManagerAcceptLimit");
    const { projectManagerAcceptLimit, resultAutoAcceptDays } = after;
    const isHigher = loosensAcceptLimit(
      before.projectManagerAcceptLimit,
      projectManagerAcceptLimit,
    );
    const isSooner = loosensAutoAccept(before.resultAutoAcceptDays, resultAutoAcceptDays);
    const request = {
      loosening: {
        ...(isHigher ? { projectManagerAcceptLimit } : {}),
        ...(isSooner ? { resultAutoAcceptDays } : {}),
      },
      otp,
      ...(isSooner ? { what: `теперь через дней: ${resultAutoAcceptDays}` } : {}),
    };
    const confirm = isHigher ? confirmLoosening : confirmWidening;
    const reason = isHigher || isSooner ? await confirm(platform, trx, actor, request) : undefined;
    await sql`
      UPDATE accounts
      SET act_auto_sign_hours = ${after.actAutoSignHours},
        result_auto_accept_days = ${after.resultAutoAcceptDays},
        project_manager_accept_limit_kopecks = ${limit},
          default_receipt_text = ${after.defaultReceiptText}
        WHERE id = ${actor.accountId}`.execute(trx);
    // The notice address has its own journal lines.
    const { noticeEmail: _before, ...earlier } = before;
    const { noticeEmail: _after, ...later } = after;
    audit({
      event: "settings.changed",
      object: { type: "account", id: actor.accountId },
      before: earlier,
      after: later,
      ...(reason === undefined ? {} : { reason }),
    });
    await announce(trx, {
      to: `account:${actor.accountId}`,
      resource: "accounts",
      ids: [actor.accountId],
    });
    return after;
  });

  serve(approvalEndpoints.sendLooseningCode, async ({ actor, body, trx, request, audit }) => {
    audit({ event: "auth.otp_sent", object: { type: "account", id: actor.accountId } });
    return sendLooseningCode(platform, trx, actor, body, request.ip);
  });

  serve(endpoints.updateNoticeEmail, async ({ actor, body, trx, audit }) => {
    await sql`SELECT 1 FROM accounts WHERE id = ${actor.accountId} FOR NO KEY UPDATE`.execute(trx);
    const before = await loadSettings(trx, actor.accountId);
    const noticeEmail = body.email === null ? null : normalizeEmail(body.email);
    if (body.email !== null && noticeEmail === null)
      throw invalid({ email: ["Неверный e-mail. Пример: buh@company.ru"] });
    if (noticeEmail !== null && noticeEmail === before.noticeEmail)
      throw invalid({ email: ["Копии уже приходят на этот адрес. Укажите другой"] });
    if (noticeEmail !== null) {
      if (!body.otp) throw new AppError("otp_required");
      await useCode(platform, trx, {
        by: actor,
        phone: noticeEmail,
        operation: noticeEmailOperation(actor.accountId, actor.personId),
        code: body.otp,
        field: "otp",
      });
    }
    await sql`
      UPDATE accounts SET notice_email = ${noticeEmail} WHERE id = ${actor.accountId}`.execute(trx);
    const shown = (email: string | null) => ({
      noticeEmail: email === null ? null : maskEmail(email),
    });
    audit({
      event: "settings.changed",
      object: { type: "account", id: actor.accountId },
      before: shown(before.noticeEmail),
      after: shown(noticeEmail),
    });
    await announce(trx, {
      to: `account:${actor.accountId}`,
      resource: "accounts",
      ids: [actor.accountId],
    });
    return { ...before, noticeEmail };
  });
}

async function loadSettings(db: Kysely<Schema>, accountId: number): Promise<AccountSettings> {
  const { rows } = await sql<{
    hours: number | null;
    days: number | null;
    limit_kopecks: bigint | null;
    receipt_text: string | null;
    notice_email: string | null;
  }>`
    SELECT act_auto_sign_hours AS hours, result_auto_accept_days AS days,
      project_manager_accept_limit_kopecks AS limit_kopecks, default_receipt_text AS receipt_text,
      notice_email
    FROM accounts
    WHERE id = ${accountId}`.execute(db);
  const row = rows[0];
  if (!row) throw notFound("Компания не найдена");
  return {
    actAutoSignHours: row.hours,
    resultAutoAcceptDays: row.days,
    projectManagerAcceptLimit:
      row.limit_kopecks === null ? null : kopecksToRubles(row.limit_kopecks),
    defaultReceiptText: row.receipt_text,
    noticeEmail: row.notice_email,
  };
}

/** @throws AppError `invalid` — words that make a payment look like a salary. */
function receiptTextOf(text: string | null): string | null {
  const clean = text?.trim().replace(/\s+/g, " ") ?? "";
  if (clean === "") return null;
  const word = findLabourWord(clean);
  if (word !== null)
    throw invalid({
      defaultReceiptText: [
        `Слово «${word}» в чеке говорит о трудовых отношениях. Напишите, какая услуга оказана`,
      ],
    });
  return clean;
}
