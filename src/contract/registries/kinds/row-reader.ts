import { parseCalendarDate, type CalendarDate } from "#contract/values/calendar-date.ts";
import { healInn, personInnFinding, tidyInn } from "#contract/values/inn.ts";
import { formatMoney, isMendedAmount, parseAmount } from "#contract/values/money.ts";
import { healLookAlikes, isPersonName, tidyName } from "#contract/values/person-name.ts";
import { normalizePhone } from "#contract/values/phone.ts";
import { exactDigits } from "#contract/values/plain-number.ts";
import type { RegistryColumn } from "../registry-columns.ts";
import { registryFinding, type RegistryFinding, type FindingCode } from "../registry-findings.ts";
import { cellFinding } from "./cell-finding.ts";
import { isDamagedByExcel, shortenScientific } from "./payroll-cells.ts";

const MAX_TAGS = 10;
const MAX_TAG = 50;

/**
 * Rules of kinds without money. Methods return `null` for an empty cell, and for a wrong one with
 * its finding; an empty required cell gets «Обязательное поле». Source: `domain.md` §4.1.
 */
export class RowReader<Key extends string> {
  readonly findings: RegistryFinding<Key>[] = [];
  readonly healed: Key[] = [];
  readonly #columns: readonly RegistryColumn<Key>[];
  readonly #cells: readonly string[];
  readonly #uses1904: boolean;

  constructor(columns: readonly RegistryColumn<Key>[], cells: readonly string[], uses1904 = false) {
    this.#columns = columns;
    this.#cells = cells;
    this.#uses1904 = uses1904;
  }

  refuse(column: Key, code: FindingCode, filling?: Record<string, string | number>): null {
    this.findings.push(registryFinding(column, code, filling));
    return null;
  }

  cell(key: Key): string | null {
    const index = this.#columns.findIndex((column) => column.key === key);
    const raw = this.#cells[index] ?? "";
    const finding = raw === "" ? null : cellFinding(raw);
    if (finding !== null) return this.refuse(key, finding);
    const text = raw.trim();
    if (text !== "") return text;
    return this.#columns[index]?.required ? this.refuse(key, "required") : null;
  }

  text(key: Key, maxLength: number): string | null {
    const text = this.cell(key);
    if (text === null) return null;
    return text.length > maxLength ? this.refuse(key, "too_long", { n: maxLength }) : text;
  }

  /** Scientific form is refused: digits are lost. */
  id(key: Key, maxLength: number): string | null {
    return this.#undamaged(key, this.text(key, maxLength));
  }

  #undamaged(key: Key, text: string | null): string | null {
    return text !== null && isDamagedByExcel(text)
      ? this.refuse(key, "excel_damaged", { x: shortenScientific(text) })
      : text;
  }

  digits(key: Key): string | null {
    const text = this.id(key, 64);
    return text === null ? null : text.replace(/[\s\u200B-]/g, "");
  }

  name(key: Key, maxLength = 100): string | null {
    const text = this.cell(key);
    if (text === null) return null;
    const plain = tidyName(text);
    if (plain.length > maxLength) return this.refuse(key, "too_long", { n: maxLength });
    const name = healLookAlikes(plain);
    if (!isPersonName(name)) return this.refuse(key, "full_name_invalid");
    if (name !== text) this.healed.push(key);
    return name;
  }

  inn(key: Key): string | null {
    const text = this.text(key, 64);
    const plain = this.#undamaged(key, text && exactDigits(text));
    if (plain === null) return null;
    const inn = healInn(tidyInn(plain));
    const finding = personInnFinding(inn);
    if (finding !== null)
      return this.refuse(key, finding === "length" ? "inn_length" : "inn_checksum");
    if (inn !== text) this.healed.push(key);
    return inn;
  }

  phone(key: Key): string | null {
    const text = this.text(key, 64);
    const plain = this.#undamaged(key, text && exactDigits(text));
    if (plain === null) return null;
    const phone = normalizePhone(plain);
    if (phone === null) return this.refuse(key, "phone_invalid");
    if (plain !== text || plain.replace(/\D/g, "").startsWith("8")) this.healed.push(key);
    return phone;
  }

  email(key: Key): string | null {
    const text = this.text(key, 254);
    return text === null || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
      ? text
      : this.refuse(key, "email_invalid");
  }

  date(key: Key): CalendarDate | null {
    const text = this.cell(key);
    if (text === null) return null;
    const parsed = parseCalendarDate(text, this.#uses1904);
    if (!parsed.ok) return this.refuse(key, "date_invalid");
    if (parsed.isMended) this.healed.push(key);
    return parsed.date;
  }

  amount(
    key: Key,
    min: { readonly kopecks: bigint; readonly code: FindingCode },
    max: bigint,
  ): bigint | null {
    const text = this.cell(key);
    if (text === null) return null;
    const parsed = parseAmount(text);
    if (parsed.ok) {
      if (parsed.kopecks > max)
        return this.refuse(key, "amount_too_large", { x: formatMoney(max) });
      if (parsed.kopecks < min.kopecks) return this.refuse(key, min.code);
      if (isMendedAmount(text)) this.healed.push(key);
      return parsed.kopecks;
    }
    if (parsed.reason === "scientific" && isDamagedByExcel(text))
      return this.refuse(key, "excel_damaged", { x: shortenScientific(text) });
    if (parsed.reason === "too_large")
      return this.refuse(key, "amount_too_large", { x: formatMoney(max) });
    if (parsed.reason === "decimals") return this.refuse(key, "amount_decimals");
    return this.refuse(
      key,
      parsed.reason === "negative" || parsed.reason === "parentheses"
        ? "amount_not_positive"
        : "amount_invalid",
    );
  }

  serviceCode(key: Key): string | null {
    const text = this.cell(key);
    if (text === null) return null;
    const digits = text.replace(/\s/g, "");
    const code = /^\d{3}$/.test(digits) ? `0${digits}` : digits;
    if (!/^\d{4}$/.test(code))
      return this.refuse(key, "service_code_invalid", {
        x: text.length > 40 ? `${text.slice(0, 40)}…` : text,
      });
    if (code !== text) this.healed.push(key);
    return code;
  }

  /** Ignores case and ё. */
  choice<Choice>(
    key: Key,
    choices: Readonly<Record<string, Choice>>,
    code: FindingCode,
  ): Choice | null {
    const text = this.cell(key);
    if (text === null) return null;
    const answer = text.toLowerCase().replace(/ё/g, "е").replace(/\s+/g, " ");
    return Object.hasOwn(choices, answer) ? (choices[answer] ?? null) : this.refuse(key, code);
  }

  yesNo(key: Key): boolean | null {
    return this.choice(key, { да: true, нет: false }, "yes_no_invalid");
  }

  tags(key: Key): readonly string[] {
    const text = this.cell(key);
    if (text === null) return [];
    const tags = [...new Set(text.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
    if (tags.length > MAX_TAGS) this.refuse(key, "too_many_tags");
    else if (tags.some((tag) => tag.length > MAX_TAG)) this.refuse(key, "too_long", { n: MAX_TAG });
    else return tags;
    return [];
  }
}
