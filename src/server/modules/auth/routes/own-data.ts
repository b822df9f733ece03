import { sql } from "kysely";
import { may } from "#contract/access/access.ts";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { VERIFICATION_ACTION, type VerificationAction } from "#contract/auth/session.ts";
import type { CodedDestination } from "#contract/destinations/destination.ts";
import type { FieldErrors } from "#contract/kernel/problem.ts";
import { maskEmail, normalizeEmail } from "#contract/values/email.ts";
import { formatMoney } from "#contract/values/money.ts";
import { isPersonName, tidyName } from "#contract/values/person-name.ts";
import { maskPhone } from "#contract/values/phone.ts";
import type { Actor } from "#server/http/actor.ts";
import { AppError, conflict, invalid } from "#server/http/app-error.ts";
import { readPhone } from "#server/http/read-phone.ts";
import { unpreparedQuery } from "#server/data/prepared-query.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { readRubles } from "#server/http/read-rubles.ts";
import type { Platform } from "#server/platform.ts";
import { loadMyInfo, nameParts } from "../my-info.ts";
import { guessCode, issueCode, spendCode, useCode } from "../one-time-codes.ts";
import { codeSent } from "../code-sent.ts";
import { endAllSessions } from "../sessions.ts";
import {
  emailChangeOperation,
  noticeEmailOperation,
  phoneChangeOperation,
  phoneReleaseOperation,
  verificationOperation,
} from "../verification.ts";

export function serveOwnData(serve: Serve, platform: Platform): void {
  const { clock, events, mail } = platform;
  serve(authEndpoints.sendVerificationCode, async ({ actor, body, request, trx, audit }) => {
    audit({ event: "auth.otp_sent", reason: body.action });
    if (body.action === "EMAIL_CHANGE" || body.action === "ACCOUNT_NOTICE_EMAIL") {
      if (mail === null)
        throw conflict("Почта пока не подключена: сменить e-mail нельзя. Обратитесь в поддержку");
      const isOwn = body.action === "EMAIL_CHANGE";
      const email = isOwn ? await newEmail(trx, body.email, actor) : readEmail(body.email);
      const operation = isOwn
        ? emailChangeOperation(actor.personId)
        : noticeEmailOperation(companyOf(actor), actor.personId);
      return codeSent(platform, {
        by: actor,
        phone: email,
        byMail: true,
        operation,
        purpose: `${VERIFICATION_ACTION.titles[body.action]}. Код`,
        ip: request.ip,
        deliver: true,
      });
    }
    if (body.action === "PHONE_CHANGE") {
      const phone = newPhone(body.phoneNumber, actor);
      // A taken number stays secret until the phone is proven.
      const sent = await codeSent(platform, {
        by: actor,
        phone,
        operation: phoneChangeOperation(actor.personId),
        purpose: `${VERIFICATION_ACTION.titles.PHONE_CHANGE}. Код`,
        ip: request.ip,
        deliver: !(await isTaken(trx, phone)),
      });
      await issueCode(platform, {
        by: actor,
        phone: actor.phone,
        operation: phoneReleaseOperation(actor.personId, phone),
        purpose: `Смена телефона на ${maskPhone(phone)}. Код`,
        ip: request.ip,
        deliver: true,
      });
      return sent;
    }
    const amountKopecks = body.amount === undefined ? undefined : readRubles(body.amount);
    return codeSent(platform, {
      by: actor,
      phone: actor.phone,
      operation: verificationOperation(body.action, {
        objectId: body.objectID,
        amountKopecks,
        destination: CONFIRM_DESTINATIONS.includes(body.action)
          ? destinationOf(body.destination)
          : undefined,
      }),
      purpose:
        body.action === "WITHDRAWAL" && amountKopecks !== undefined
          ? `Вывод ${formatMoney(amountKopecks)}${await cardOf(trx, actor, body.destination)}. Код`
          : `${VERIFICATION_ACTION.titles[body.action]}. Код`,
      ip: request.ip,
      deliver: true,
    });
  });

  serve(authEndpoints.changePhone, async ({ actor, body, trx, audit }) => {
    const phone = newPhone(body.phoneNumber, actor);
    const release = await guessCode(platform, {
      by: actor,
      phone: actor.phone,
      operation: phoneReleaseOperation(actor.personId, phone),
      code: body.currentCode,
      field: "currentCode",
    });
    const change = await guessCode(platform, {
      by: actor,
      phone,
      operation: phoneChangeOperation(actor.personId),
      code: body.code,
      field: "code",
    });
    for (const guessed of [release, change]) await spendCode(platform, trx, guessed);
    if (await isTaken(trx, phone))
      throw conflict("Этот номер уже занят. Войдите по нему или укажите другой");
    await sql`UPDATE people SET phone = ${phone} WHERE id = ${actor.personId}`.execute(trx);
    await endAllSessions(platform, trx, actor.personId, actor.sessionId);
    await events.publish(trx, "person.phone-changed", {
      personId: actor.personId,
      before: actor.phone,
      phone,
      at: clock.now(),
    });
    audit({
      event: "auth.phone_changed",
      object: { type: "person", id: actor.personId, title: actor.name },
      before: { phone: maskPhone(actor.phone) },
      after: { phone: maskPhone(phone) },
    });
    return loadMyInfo(unpreparedQuery(trx), { ...actor, phone }, platform);
  });

  serve(authEndpoints.changeEmail, async ({ actor, body, trx, audit }) => {
    const email = await newEmail(trx, body.email, actor);
    await useCode(platform, trx, {
      by: actor,
      phone: email,
      operation: emailChangeOperation(actor.personId),
      code: body.code,
      field: "code",
    });
    const { rows } = await sql<{
      email: string | null;
    }>`SELECT email FROM people WHERE id = ${actor.personId} FOR UPDATE`.execute(trx);
    await sql`UPDATE people SET email = ${email} WHERE id = ${actor.personId}`.execute(trx);
    const before = rows[0]?.email ?? null;
    audit({
      event: "auth.email_changed",
      object: { type: "person", id: actor.personId, title: actor.name },
      before: { email: before === null ? null : maskEmail(before) },
      after: { email: maskEmail(email) },
    });
    return loadMyInfo(unpreparedQuery(trx), actor, platform);
  });

  serve(authEndpoints.updateMe, async ({ actor, body, trx, audit }) => {
    const name = await updateName(trx, actor, body);
    if (body.cityID !== undefined) {
      const { rows } = await sql`SELECT 1 FROM cities WHERE id = ${body.cityID}`.execute(trx);
      if (rows.length === 0) throw invalid({ cityID: ["Выберите город из списка"] });
      await sql`
        UPDATE people SET city_id = ${body.cityID} WHERE id = ${actor.personId}`.execute(trx);
      // Customers search by the workman's city.
      if (actor.workmanId !== null)
        await sql`
          UPDATE workmen SET city_id = ${body.cityID} WHERE id = ${actor.workmanId}`.execute(trx);
    }
    audit({ event: "auth.updated", object: { type: "person", id: actor.personId, title: name } });
    return loadMyInfo(unpreparedQuery(trx), { ...actor, name }, platform);
  });
}

/** Codes bound to a payout destination. */
const CONFIRM_DESTINATIONS: readonly VerificationAction[] = [
  "PAYMENT_DETAILS",
  "WITHDRAWAL",
  "ACCOUNT_REQUISITES",
];

/** @throws AppError `invalid` — a code for nothing would confirm anything. */
function destinationOf(destination: CodedDestination | undefined): CodedDestination {
  if (destination === undefined)
    throw invalid({ destination: ["Укажите реквизиты, которые подтвердит код"] });
  return destination;
}

function newPhone(text: string | undefined, actor: Actor): string {
  const phone = readPhone(text ?? "", "phoneNumber");
  if (phone === actor.phone)
    throw invalid({ phoneNumber: ["Это ваш нынешний номер. Укажите новый"] });
  return phone;
}

function companyOf(actor: Actor): number {
  if (actor.accountId === null || !may(actor, "settings.manage")) throw new AppError("forbidden");
  return actor.accountId;
}

function readEmail(text: string | undefined): string {
  const email = text === undefined ? null : normalizeEmail(text);
  if (email === null) throw invalid({ email: ["Неверный e-mail. Пример: ivanova@company.ru"] });
  return email;
}

async function newEmail(trx: Trx, text: string | undefined, actor: Actor): Promise<string> {
  const email = readEmail(text);
  const { rows } =
    await sql`SELECT 1 FROM people WHERE id = ${actor.personId} AND email = ${email}`.execute(trx);
  if (rows.length > 0) throw invalid({ email: ["Это ваш нынешний адрес. Укажите новый"] });
  return email;
}

async function isTaken(trx: Trx, phone: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM people WHERE phone = ${phone}`.execute(trx);
  return rows.length > 0;
}

interface NameChange {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly middleName?: string;
}

/** @throws AppError `conflict` — documents were checked under another name. */
async function updateName(trx: Trx, actor: Actor, change: NameChange): Promise<string> {
  const errors: FieldErrors = {};
  const before = nameParts(actor.name);
  const part = (field: keyof NameChange) => {
    const given = change[field];
    if (given === undefined) return before[field];
    const text = tidyName(given);
    if (text !== "" && (!isPersonName(text) || text.includes(" ")))
      errors[field] = ["Одно слово: буквы, дефис и апостроф"];
    return text;
  };
  const [lastName, firstName, middleName] = [
    part("lastName"),
    part("firstName"),
    part("middleName"),
  ];
  if (firstName === "" && change.firstName !== undefined)
    errors["firstName"] = ["Обязательное поле"];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const name = [lastName, firstName, middleName].filter(Boolean).join(" ");
  if (name === actor.name) return name;
  if (actor.workmanId !== null) {
    const { rows } = await sql`
      UPDATE workmen
      SET last_name = ${lastName}, first_name = ${firstName}, middle_name = ${middleName || null}
      WHERE id = ${actor.workmanId} AND state = 'DRAFT'
      RETURNING 1`.execute(trx);
    if (rows.length === 0)
      throw conflict("Имя исполнителя меняется вместе с паспортными данными в анкете");
  }
  await sql`UPDATE people SET name = ${name} WHERE id = ${actor.personId}`.execute(trx);
  return name;
}

/** « на карту ···· 1234»: who reads the message sees where the money goes. */
async function cardOf(
  trx: Trx,
  { workmanId }: Actor,
  destination: CodedDestination | undefined,
): Promise<string> {
  const { rows } = await sql<{ ending: string }>`
    SELECT right(pan_mask, 4) AS ending
    FROM workman_cards
    WHERE workman_id = ${workmanId} AND token = ${destination?.number ?? null}`.execute(trx);
  return rows[0] ? ` на карту ···· ${rows[0].ending}` : "";
}
