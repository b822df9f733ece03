import { sql } from "kysely";
import type { PayoutKind } from "#contract/definitions/payment-types.ts";
import {
  healBic,
  isAccountOfBank,
  isBic,
  isWorkmanAccount,
  maskAccount,
} from "#contract/values/bank-details.ts";
import { normalizePhone } from "#contract/values/phone.ts";
import { walletEndpoints as endpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { useCode, verificationOperation } from "#server/modules/auth/index.ts";
import { tellChange } from "#server/money/destinations/index.ts";
import { chooseCard } from "../actions/choose-card.ts";
import type { WorkmanActor } from "#server/http/actor.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { readPaymentDetails } from "../queries.ts";

/** Source: specification §5; `domain.md` §1.6. */
export function servePaymentDetails(serve: Serve, platform: Platform): void {
  const { clock, secrets } = platform;
  serve(endpoints.validatePaymentDetails, async ({ actor, body, trx }) => {
    const { bankName, corAccountNumber } = await checkDetails(trx, actor, body);
    return { bankName, korAccountNumber: corAccountNumber };
  });

  serve(endpoints.savePaymentDetails, async ({ actor, body, trx, audit }) => {
    const checked = await checkDetails(trx, actor, body);
    const { verificationCode, ...destination } = body;
    await useCode(platform, trx, {
      by: actor,
      phone: actor.phone,
      operation: verificationOperation("PAYMENT_DETAILS", { destination }),
      code: verificationCode,
      field: "verificationCode",
    });
    const at = clock.now();
    await sql`SELECT 1 FROM workmen WHERE id = ${actor.workmanId} FOR NO KEY UPDATE`.execute(trx);
    const before = await readPaymentDetails(trx, actor.workmanId);
    if (checked.cardToken) {
      if (!(await chooseCard(trx, actor.workmanId, checked.cardToken, at))) throw conflict();
    }
    if (checked.account) {
      const { bic, number } = checked.account;
      await sql`
        INSERT INTO workman_payment_accounts (workman_id, bank_bik, bank_name, cor_account_number,
          sealed_account_number, account_mask, confirmed_at)
        VALUES (${actor.workmanId}, ${bic}, ${checked.bankName}, ${checked.corAccountNumber},
          ${secrets.seal(number)}, ${maskAccount(number)}, ${at})
        ON CONFLICT (workman_id) DO UPDATE
        SET bank_bik = excluded.bank_bik, bank_name = excluded.bank_name,
          cor_account_number = excluded.cor_account_number,
          sealed_account_number = excluded.sealed_account_number,
            account_mask = excluded.account_mask, confirmed_at = excluded.confirmed_at`.execute(
        trx,
      );
    }
    await sql`
      UPDATE workmen SET payout_kind = ${checked.kind} WHERE id = ${actor.workmanId}`.execute(trx);
    const details = await readPaymentDetails(trx, actor.workmanId);
    if (!details) throw conflict();
    await tellChange(platform, trx, {
      kind: checked.kind,
      personId: actor.personId,
      shown: details.number ?? details.accountNumber ?? "",
      at,
    });
    audit({
      event: "payment_details.changed",
      object: { type: "workman", id: actor.workmanId, title: actor.name },
      ...(before ? { before: shownOf(before) } : {}),
      after: shownOf(details),
    });
    return details;
  });
}

function shownOf({
  type,
  number,
  accountNumber,
  bankBik,
}: {
  type: string;
  number: string | null;
  accountNumber: string | null;
  bankBik: string | null;
}) {
  return { type, number, accountNumber, bankBik };
}

interface CheckedDetails {
  readonly kind: PayoutKind;
  readonly cardToken: string | null;
  readonly account: { readonly bic: string; readonly number: string } | null;
  readonly bankName: string | null;
  readonly corAccountNumber: string | null;
}

interface GivenDetails {
  readonly type: PayoutKind;
  readonly number?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly bankBik?: string | undefined;
}

const NOTHING = { cardToken: null, account: null, bankName: null, corAccountNumber: null } as const;

/** @throws AppError `invalid` - by field. */
async function checkDetails(
  trx: Trx,
  actor: WorkmanActor,
  given: GivenDetails,
): Promise<CheckedDetails> {
  switch (given.type) {
    case "CARD":
      return {
        ...NOTHING,
        kind: "CARD",
        cardToken: await checkCard(trx, actor.workmanId, withoutSpaces(given.number)),
      };
    case "SBP": {
      const phone = normalizePhone(given.number ?? "");
      if (!phone)
        throw invalid({ number: ["Укажите мобильный телефон, например +7 900 000-00-01"] });
      // Only to a phone proven to be the worker's.
      if (phone !== actor.phone)
        throw invalid({
          number: [
            "Выплаты по СБП приходят на телефон вашего профиля. Укажите его или сначала смените телефон",
          ],
        });
      return { ...NOTHING, kind: "SBP" };
    }
    case "PAYMENT_ACCOUNT":
      return checkAccount(
        trx,
        healBic(withoutSpaces(given.bankBik)),
        withoutSpaces(given.accountNumber),
      );
  }
}

async function checkCard(trx: Trx, workmanId: number, token: string): Promise<string> {
  if (token === "") throw invalid({ number: ["Выберите привязанную карту"] });
  const { rows } = await sql<{
    status: string;
  }>`
    SELECT status
    FROM workman_cards
    WHERE workman_id = ${workmanId} AND token = ${token} AND status <> 'unbound'`.execute(trx);
  if (!rows[0])
    throw invalid({ number: ["Такая карта не привязана. Привяжите карту на странице банка"] });
  if (rows[0].status !== "ok")
    throw invalid({ number: ["Карта истекла или заблокирована банком. Привяжите другую"] });
  return token;
}

async function checkAccount(trx: Trx, bic: string, number: string): Promise<CheckedDetails> {
  const errors: Record<string, string[]> = {};
  if (!isBic(bic)) errors["bankBik"] = ["БИК состоит из 9 цифр и начинается с 04, 00, 01 или 02"];
  if (!/^\d{20}$/.test(number)) errors["accountNumber"] = ["Номер счёта состоит из 20 цифр"];
  else if (!isWorkmanAccount(number))
    errors["accountNumber"] = [
      "Укажите рублёвый счёт физлица (40817, 40820) или предпринимателя (40802)",
    ];
  else if (!errors["bankBik"] && !isAccountOfBank(bic, number))
    errors["accountNumber"] = ["Номер счёта не подходит к этому БИК. Проверьте обе строки"];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const { rows } = await sql<{
    name: string;
    cor_account_number: string;
  }>`SELECT name, cor_account_number FROM banks WHERE bik = ${bic}`.execute(trx);
  return {
    ...NOTHING,
    kind: "PAYMENT_ACCOUNT",
    account: { bic, number },
    bankName: rows[0]?.name ?? null,
    corAccountNumber: rows[0]?.cor_account_number ?? null,
  };
}

function withoutSpaces(text: string | undefined): string {
  return (text ?? "").replace(/\s/g, "");
}
