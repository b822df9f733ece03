import type { StateTone } from "#contract/kernel/state-tone.ts";
import {
  CHANGED_PERCENT,
  type PayrollComparison,
} from "#contract/registries/payroll-comparison.ts";
import type { PayrollDryRun, PayrollInfo } from "#contract/registries/payroll-registry.ts";
import type { Registry, RegistryProgress } from "#contract/registries/registry.ts";
import { registryTitle } from "#contract/registries/registry-kinds.ts";
import { registryTone } from "#contract/registries/delayed-registry.ts";
import type { RegistryState } from "#contract/registries/registry-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { countFrom, countOf, type PluralForms, ROWS } from "#contract/values/plural.ts";
import { describeChanges } from "#contract/values/seen-version.ts";
import { formatInstant } from "#web/format/dates.ts";
import { formatRubles } from "#web/format/money.ts";
import { productNow } from "#web/live/product-clock.ts";
import type { RegistryKind } from "./registry-kind.ts";

const SECONDS: PluralForms = ["секунды", "секунд", "секунд"];
const MINUTES: PluralForms = ["минуты", "минут", "минут"];

export const WORKMEN_DATIVE: PluralForms = ["исполнителю", "исполнителям", "исполнителям"];

/** For a modal that was open when the registry changed. */
export function registryChanges(shown: PayrollInfo, current: PayrollInfo): string {
  return describeChanges([
    ...(shown.toPay === current.toPay
      ? []
      : [
          {
            field: "amount",
            title: "к выплате",
            before: formatRubles(shown.toPay),
            after: formatRubles(current.toPay),
          },
        ]),
    ...(shown.workmenCount === current.workmenCount
      ? []
      : [
          {
            field: "workmen",
            title: "исполнителей",
            before: String(shown.workmenCount),
            after: String(current.workmenCount),
          },
        ]),
  ]);
}

/** Progress is polled. */
const MOVING: readonly RegistryState[] = ["UPLOADED", "VALIDATING", "SCHEDULED", "EXECUTING"];

export function isMoving(state: RegistryState): boolean {
  return MOVING.includes(state);
}

/** «Реестр выплат № 15». */
export function registryName(kind: RegistryKind, { number }: Pick<Registry, "number">): string {
  return registryTitle(kind.name, number);
}

/** «Ready» only if the balance suffices. */
export function shownState(
  state: PayrollInfo["state"],
  balanceAfter: number | null,
  problem: string | null,
): { readonly title: string; readonly tone: StateTone } {
  const isShort =
    (state.id === "READY" || state.id === "PARTIALLY_READY") &&
    balanceAfter !== null &&
    balanceAfter < 0;
  return isShort
    ? { title: "Недостаточно средств", tone: "bad" }
    : { title: state.title, tone: registryTone(state.id, problem) };
}

export interface MoneySight {
  readonly sums: boolean;
  readonly balance: boolean;
}

interface MoneyFigure {
  readonly key: "toPay" | "commission" | "rest";
  readonly title: string;
  readonly rubles: number | null;
  readonly isBad?: boolean;
}

type StartMoney = Pick<PayrollInfo, "toPay" | "commission" | "balanceAfter">;

/** What a start costs and leaves: cards, footer, windows and sentences tell it alike. */
export function moneyFigures(
  { toPay, commission, balanceAfter }: StartMoney,
  sight: MoneySight,
): readonly MoneyFigure[] {
  const figures: (MoneyFigure | null)[] = [
    sight.sums ? { key: "toPay", title: "К выплате", rubles: toPay } : null,
    sight.sums ? { key: "commission", title: "Комиссия", rubles: commission } : null,
    sight.balance && balanceAfter !== null
      ? { key: "rest", title: "Останется", rubles: balanceAfter, isBad: balanceAfter < 0 }
      : null,
  ];
  return figures.filter((one) => one !== null);
}

export function moneyText({ title, rubles }: Pick<MoneyFigure, "title" | "rubles">): string {
  return `${title} ${formatRubles(rubles)}`;
}

/** «Комиссия 74,07 ₽ · Останется 7 456,81 ₽», below the sum that a window names. */
export function costSentence(money: StartMoney, sight: MoneySight): string {
  return moneyFigures(money, sight)
    .filter(({ key }) => key !== "toPay")
    .map(moneyText)
    .join(" · ");
}

/**
 * «{n} строк: {a} готово, {b} с ошибками, {c} с предупреждениями · К выплате {x} ₽ · Комиссия {y} ₽
 * · Останется {z} ₽». Source: `domain.md` §5.5, «Registry summary».
 */
export function totalsSentence(
  info: StartMoney &
    Pick<PayrollInfo, "rowsCount" | "readyCount" | "errorsCount" | "warningsCount">,
  sight: MoneySight,
): string {
  const counts = `${countOf(info.rowsCount, ROWS)}: ${groupedDigits(info.readyCount)} готово, ${groupedDigits(info.errorsCount)} с ошибками, ${groupedDigits(info.warningsCount)} с предупреждениями`;
  return [counts, ...moneyFigures(info, sight).map(moneyText)].join(" · ");
}

/** «40 строк: выплачено 36 на 690 010,72 ₽, не прошло 1, с ошибками 3». */
export function resultSentence(
  info: Pick<PayrollInfo, "rowsCount" | "paidCount" | "paidAmount" | "failedCount" | "errorsCount">,
  sight: MoneySight,
): string {
  const paid = `выплачено ${groupedDigits(info.paidCount)}${sight.sums ? ` на ${formatRubles(info.paidAmount)}` : ""}`;
  const parts = [
    paid,
    info.failedCount > 0 ? `не прошло ${groupedDigits(info.failedCount)}` : "",
    info.errorsCount > 0 ? `с ошибками ${groupedDigits(info.errorsCount)}` : "",
  ];
  return `${countOf(info.rowsCount, ROWS)}: ${parts.filter(Boolean).join(", ")}`;
}

/**
 * «Будет выплачено {x} ₽ {n} исполнителям. Отменить можно в течение 2 минут после запуска».
 * Source: `domain.md` §5.5, «Confirm»; no time of day, as the window begins at the code.
 */
export function confirmSentence({
  toPay,
  workmenCount,
  undoSeconds,
  needsApproval,
}: Pick<PayrollDryRun, "toPay" | "workmenCount" | "undoSeconds"> & {
  readonly needsApproval?: boolean;
}): string {
  if (needsApproval)
    return `Выплата ${formatRubles(toPay)} ${countOf(workmenCount, WORKMEN_DATIVE)} уйдёт на согласование и начнётся, когда её утвердят`;
  const paid = `Будет выплачено ${formatRubles(toPay)} ${countOf(workmenCount, WORKMEN_DATIVE)}.`;
  if (undoSeconds === 0) return `${paid} Отменить отправку будет нельзя`;
  const window =
    undoSeconds % 60 === 0 ? countOf(undoSeconds / 60, MINUTES) : countOf(undoSeconds, SECONDS);
  return `${paid} Отменить можно в течение ${window} после запуска`;
}

/** With the date on another day. */
export function untilText(instant: string, now: Date = productNow()): string {
  const at = new Date(instant);
  const text = formatInstant(at, now);
  return moscowDate(at) === moscowDate(now) ? text.replace(/^сегодня в\s/, "") : text;
}

/** «Выплата начнётся в 14:05», or «23.11.2026 в 10:00» on another day. */
export function startSentence(instant: string, now: Date = productNow()): string {
  const isToday = moscowDate(new Date(instant)) === moscowDate(now);
  return `Выплата начнётся ${isToday ? "в\u00A0" : ""}${untilText(instant, now)}`;
}

/** So long the bank is waited for, and its pace tells nothing. */
const LONGEST_GUESS_S = 3600;

/**
 * «45 % · 1 234 из 2 740 строк · осталось около 2 минут».
 *
 * @param executed - units.
 */
export function progressText(
  {
    stage,
    percent,
    processedCount,
    totalCount,
    secondsLeft,
  }: Pick<RegistryProgress, "stage" | "percent" | "processedCount" | "totalCount" | "secondsLeft">,
  executed = ROWS,
): string {
  const words = stage === "executing" ? executed : ROWS;
  const count =
    totalCount === null
      ? countOf(processedCount, words)
      : `${groupedDigits(processedCount)} из ${countFrom(totalCount, words)}`;
  const isKnown = secondsLeft !== null && secondsLeft < LONGEST_GUESS_S;
  return [`${percent}\u00A0%`, count, isKnown ? leftText(secondsLeft) : ""]
    .filter(Boolean)
    .join(" · ");
}

export function leftText(seconds: number): string {
  if (seconds < 5) return "осталось несколько секунд";
  if (seconds < 90) return `осталось около ${countOf(Math.ceil(seconds / 5) * 5, SECONDS)}`;
  return `осталось около ${countOf(Math.round(seconds / 60), MINUTES)}`;
}

export const NO_FORMER = "Сравнить не с чем: раньше этого реестра ни один не запускали";

/** «По сравнению с № 12: новых 3, нет 2, изменились больше чем на 30 % — 5». */
export function comparedSentence({ with: former, counts }: PayrollComparison): string {
  const compared = `По сравнению с №\u00A0${former?.number}`;
  if (counts.new + counts.gone + counts.changed === 0)
    return `${compared}: те же исполнители, суммы изменились не больше чем на ${CHANGED_PERCENT}\u00A0%`;
  return `${compared}: новых ${groupedDigits(counts.new)}, нет ${groupedDigits(counts.gone)}, изменились больше чем на ${CHANGED_PERCENT}\u00A0% — ${groupedDigits(counts.changed)}`;
}

export function groupedDigits(count: number): string {
  return countOf(count, ["", "", ""]).trim();
}
