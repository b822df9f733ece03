import { Type, type Static } from "typebox";
import { formatMoscowTime } from "./calendar-date.ts";
import { formatMoney } from "./money.ts";

/**
 * The terms shown: `amount=900000;text=9f86d081884c`. A record's `version`; the agreeing command
 * sends it back. Sums and moments are plain, texts and people fingerprints, so a refusal names what
 * changed. No secret: forging it harms only the forger. Source: `reliability.md` §1, «Consent is to
 * what was seen», R27.
 */
export const SeenVersion = seenVersion(250);

/** @param maxLength - of the longest accepted version. */
export function seenVersion(maxLength: number) {
  return Type.String({
    maxLength,
    pattern: "^[a-zA-Z]+=[\\w.-]*(;[a-zA-Z]+=[\\w.-]*)*$",
    description: "Версия условий, которые были на экране",
  });
}

/** In the order changes are listed. */
const TERMS = {
  amount: { title: "сумма", kind: "money" },
  newAmount: { title: "предложенная сумма", kind: "money" },
  commission: { title: "комиссия", kind: "money" },
  fee: { title: "комиссия за вывод", kind: "money" },
  card: { title: "карта", kind: "text" },
  payType: { title: "способ оплаты", kind: "text" },
  title: { title: "название", kind: "text" },
  text: { title: "описание", kind: "text" },
  start: { title: "начало работ", kind: "moment" },
  finish: { title: "срок", kind: "moment" },
  place: { title: "место работы", kind: "text" },
  message: { title: "сообщение исполнителя", kind: "text" },
  reason: { title: "причина изменения", kind: "text" },
  documents: { title: "содержание документов", kind: "text" },
  agreement: { title: "условия подписания", kind: "text" },
} as const;
type TermName = keyof typeof TERMS;

/** Kopecks as `bigint`, unix seconds as `number`, texts as fingerprints. */
export type Terms = { readonly [Name in TermName]?: bigint | number | string | null };

const TextOrNone = Type.Union([Type.String(), Type.Null()]);

/** `before` and `after` for sums and moments only. */
export const TermChange = Type.Object({
  field: Type.String(),
  title: Type.String(),
  before: TextOrNone,
  after: TextOrNone,
});
export type TermChange = Static<typeof TermChange>;

export function writeVersion(terms: Terms): string {
  return (
    TERM_NAMES.flatMap((name) =>
      terms[name] === undefined || terms[name] === null ? [] : [`${name}=${String(terms[name])}`],
    ).join(";") || "amount="
  );
}

export function changesBetween(seen: string, current: string): TermChange[] {
  const [before, after] = [readVersion(seen), readVersion(current)];
  return TERM_NAMES.flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === is) return [];
    const { title, kind } = TERMS[name];
    return [{ field: name, title, before: show(kind, was), after: show(kind, is) }];
  });
}

/** «сумма: было 9 000,00 ₽, стало 1,00 ₽; описание». */
export function describeChanges(changes: readonly TermChange[]): string {
  const words = changes.map(({ title, before, after }) =>
    before === null && after === null
      ? title
      : `${title}: было ${before ?? "не указано"}, стало ${after ?? "не указано"}`,
  );
  return `Пока окно было открыто, изменилось: ${words.length === 0 ? "содержание" : words.join("; ")}. Проверьте и подтвердите ещё раз`;
}

const TERM_NAMES = Object.keys(TERMS) as TermName[];

function readVersion(version: string): Map<string, string> {
  return new Map(
    version
      .split(";")
      .map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]),
  );
}

function show(kind: "money" | "moment" | "text", value: string | undefined): string | null {
  if (value === undefined || !/^-?\d{1,16}$/.test(value)) return null;
  if (kind === "money") return formatMoney(BigInt(value));
  return kind === "moment" ? formatMoscowTime(new Date(Number(value) * 1000)) : null;
}
