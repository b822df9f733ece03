import { sql } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { PAYOUT_STATE } from "#contract/payouts/payout-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles, shareOf } from "#contract/values/money.ts";
import { writeVersion } from "#contract/values/seen-version.ts";
import type { CardStatus } from "#contract/workman-wallet/wallet-states.ts";
import { walletEndpoints as endpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { useCode, verificationOperation } from "#server/modules/auth/index.ts";
import {
  debtOfWorkman,
  LedgerShortage,
  post,
  walletOfWorkman,
} from "#server/money/ledger/index.ts";
import {
  LARGE_SUMS_WAIT_MS,
  leftThisDay,
  refuseStopped,
  tellChange,
} from "#server/money/destinations/index.ts";
import type { WorkmanActor } from "#server/http/actor.ts";
import { AppError, conflict, invalid, notFound } from "#server/http/app-error.ts";
import { fingerprint, refuseUnseen } from "#server/http/consent.ts";
import { announce } from "#server/data/live.ts";
import { rateOn } from "#server/data/rate-on.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { readRubles } from "#server/http/read-rubles.ts";
import { arrivesBy } from "#server/data/working-days.ts";
import type { Platform } from "#server/platform.ts";

/** A code confirms money for so long. Source: `domain.md` §2.1. */
const FRESH_CODE_MS = 600_000;

/**
 * Money leaves the wallet at once, the bank order follows. Decision: the fee is part of the sum, so
 * the whole wallet can be withdrawn. Decision: the specification's call has no code; one is
 * required when none was confirmed for ten minutes.
 */
export function serveWithdrawal(serve: Serve, platform: Platform): void {
  const { clock, largePayoutKopecks } = platform;
  /** `null`: it leaves at once. What has left this day counts: many small ones are a large one. */
  const waitOf = async (
    trx: Trx,
    { workmanId }: WorkmanActor,
    amountKopecks: bigint,
    { card, largeFrom, at }: { card: FoundCard; largeFrom: Date | null; at: Date },
  ) => {
    const until = card.is_confirmed ? largeFrom : new Date(at.getTime() + LARGE_SUMS_WAIT_MS);
    if (until === null) return null;
    const left = await leftThisDay(trx, workmanId, at);
    return amountKopecks + left > largePayoutKopecks ? until : null;
  };
  serve(endpoints.withdrawalTerms, async ({ actor, query, trx }) => {
    const amountKopecks = readAmount(query.amount);
    const card = await findCard(trx, actor.workmanId, query.cardID);
    const at = clock.now();
    const feeKopecks = await withdrawalFee(trx, amountKopecks, at);
    if (feeKopecks >= amountKopecks)
      throw invalid({ amount: ["Сумма меньше комиссии за вывод. Укажите больше"] });
    const { largeFrom } = await refuseStopped(trx, actor.workmanId, at);
    const waitsUntil = await waitOf(trx, actor, amountKopecks, { card, largeFrom, at });
    return {
      amount: kopecksToRubles(amountKopecks),
      fee: kopecksToRubles(feeKopecks),
      toReceive: kopecksToRubles(amountKopecks - feeKopecks),
      pan: card.pan_mask,
      waitsUntil: waitsUntil?.toISOString() ?? null,
      promisedOn: await arrivesBy(trx, moscowDate(at)),
      version: withdrawalVersion({ amountKopecks, feeKopecks, cardId: card.id }),
    };
  });

  serve(endpoints.withdrawByCard, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const amountKopecks = readAmount(body.amount);
    await requireActive(trx, actor.workmanId);
    const card = await findCard(trx, actor.workmanId, body.cardID, true);
    const { largeFrom } = await refuseStopped(trx, actor.workmanId, at);
    const feeKopecks = await withdrawalFee(trx, amountKopecks, at);
    refuseUnseen(body.version, withdrawalVersion({ amountKopecks, feeKopecks, cardId: card.id }));
    if (feeKopecks >= amountKopecks)
      throw invalid({ amount: ["Сумма меньше комиссии за вывод. Укажите больше"] });
    const debt = await debtOfWorkman(trx, actor.workmanId);
    const available = (await walletOfWorkman(trx, actor.workmanId)) - debt;
    if (available < amountKopecks) throw shortage(amountKopecks, available > 0n ? available : 0n);
    if (body.otp !== undefined)
      await useCode(platform, trx, {
        by: actor,
        phone: actor.phone,
        operation: verificationOperation("WITHDRAWAL", {
          amountKopecks,
          destination: { type: "CARD", number: body.cardID },
        }),
        code: body.otp,
        field: "otp",
      });
    else if (card.is_confirmed) await requireFreshCode(trx, actor, at);
    // No code has named the card yet: a fresh session is not enough.
    else throw new AppError("otp_required");
    if (!card.is_confirmed) {
      await sql`UPDATE workman_cards SET confirmed_at = ${at} WHERE id = ${card.id}`.execute(trx);
      await tellChange(platform, trx, {
        kind: "WITHDRAWAL",
        personId: actor.personId,
        shown: card.pan_mask,
        at,
      });
    }
    const dueAt = (await waitOf(trx, actor, amountKopecks, { card, largeFrom, at })) ?? at;
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO withdrawals (workman_id, card_id, state, amount_kopecks, fee_kopecks, due_at,
        created_at)
      VALUES (${actor.workmanId}, ${card.id}, 'READY', ${amountKopecks}, ${feeKopecks}, ${dueAt},
        ${at})
      RETURNING id`.execute(trx);
    const id = rows[0]?.id as bigint;
    await post(trx, {
      event: "WITHDRAWAL",
      source: { type: "withdrawal", id },
      accountId: null,
      at,
      businessDate: moscowDate(at),
      lines: [
        { code: "WORK_AVAIL", workmanId: actor.workmanId, amountKopecks },
        { code: "BANK_OUT", amountKopecks: feeKopecks - amountKopecks },
        { code: "REV_FEE", amountKopecks: -feeKopecks },
      ],
    }).catch((error: unknown) => {
      // Another withdrawal took the money meanwhile.
      throw error instanceof LedgerShortage ? shortage(amountKopecks, null) : error;
    });
    await announce(trx, { to: `person:${actor.personId}`, resource: "workman-wallet" });
    audit({
      event: "withdrawal.created",
      object: { type: "withdrawal", id: Number(id), title: card.pan_mask },
      after: { amount: kopecksToRubles(amountKopecks), fee: kopecksToRubles(feeKopecks) },
    });
    return {
      id: Number(id),
      amount: kopecksToRubles(amountKopecks),
      fee: kopecksToRubles(feeKopecks),
      pan: card.pan_mask,
      state: definitionFor(PAYOUT_STATE, "READY"),
      createdAt: at.toISOString(),
      current: kopecksToRubles(await walletOfWorkman(trx, actor.workmanId)),
    };
  });
}

/** Texts: specification §5. */
function readAmount(rubles: number): bigint {
  const kopecks = readRubles(rubles);
  if (kopecks <= 0n) throw invalid({ amount: ["Сумма для вывода должна быть больше нуля"] });
  return kopecks;
}

function shortage(needed: bigint, available: bigint | null): AppError {
  const details = {
    needed: kopecksToRubles(needed),
    ...(available === null ? {} : { available: kopecksToRubles(available) }),
  };
  return new AppError("insufficient_funds", "Недостаточно средств на счёте", { details });
}

interface FoundCard {
  readonly id: number;
  readonly pan_mask: string;
  /** A code has named it. */
  readonly is_confirmed: boolean;
}

/** @param isHeld - locked until the withdrawal is written. */
async function findCard(
  trx: Trx,
  workmanId: number,
  token: string,
  isHeld = false,
): Promise<FoundCard> {
  const { rows } = await sql<FoundCard & { status: CardStatus }>`
    SELECT id, pan_mask, status, chosen_at IS NOT NULL OR confirmed_at IS NOT NULL AS is_confirmed
    FROM workman_cards
    WHERE workman_id = ${workmanId}
      AND token = ${token}
      AND status <> 'unbound' ${isHeld ? sql`FOR NO KEY UPDATE` : sql``}`.execute(trx);
  if (!rows[0]) throw notFound("Карта не найдена");
  if (rows[0].status !== "ok")
    throw conflict("Карта истекла или заблокирована банком. Выберите другую");
  return rows[0];
}

/** Locks him: the day's sum of two withdrawals at once is counted in turn. */
async function requireActive(trx: Trx, workmanId: number): Promise<void> {
  const { rows } = await sql`
    SELECT 1
    FROM workmen
    WHERE id = ${workmanId} AND state = 'ACTIVE'
    FOR NO KEY UPDATE`.execute(trx);
  if (rows.length === 0)
    throw conflict("Вывод денег доступен, когда профиль проверен и не заблокирован");
}

async function withdrawalFee(trx: Trx, amountKopecks: bigint, at: Date): Promise<bigint> {
  return shareOf(amountKopecks, await feeRate(trx, at));
}

function withdrawalVersion({
  amountKopecks,
  feeKopecks,
  cardId,
}: {
  amountKopecks: bigint;
  feeKopecks: bigint;
  cardId: number;
}): string {
  return writeVersion({ amount: amountKopecks, fee: feeKopecks, card: fingerprint(cardId) });
}

async function feeRate(trx: Trx, at: Date): Promise<number> {
  const { rows } = await sql<{
    ppm: bigint | null;
  }>`SELECT ${rateOn("withdrawal-fee-ppm", moscowDate(at))} AS ppm`.execute(trx);
  return Number(rows[0]?.ppm ?? 0n);
}

async function requireFreshCode(trx: Trx, actor: WorkmanActor, at: Date): Promise<void> {
  const { rows } = await sql`
      SELECT 1 FROM sessions
      WHERE id = ${actor.sessionId} AND confirmed_at > ${new Date(at.getTime() - FRESH_CODE_MS)}`.execute(
    trx,
  );
  if (rows.length === 0) throw new AppError("otp_required");
}
