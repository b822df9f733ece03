import { LABOUR_STEMS } from "#contract/registries/kinds/labour-words.ts";
import { PAYROLL_COLUMN_KEYS, PAYROLL_COLUMNS, type PayrollColumnKey } from "#contract/registries/kinds/payroll-columns.ts";
import { PAYOUT_METHOD_TITLES, PAYROLL_ROW_LIMITS } from "#contract/registries/kinds/payroll.ts";
import { dayNumber, toDayNumber, type CalendarDate } from "#contract/values/calendar-date.ts";
import { PERSON_11, PERSON_12 } from "#contract/values/inn.ts";
import { KeyHash } from "./first-rows.ts";
import { LINE_BREAK, RETURN, type TextForm, type TextUnits } from "./text-forms.ts";

const { maxText: MAX_TEXT } = PAYROLL_ROW_LIMITS;
const MIN_KOPECKS = Number(PAYROLL_ROW_LIMITS.minAmountKopecks);
const MAX_KOPECKS = Number(PAYROLL_ROW_LIMITS.maxAmountKopecks);
/** Numbers up to here are exact whatever the digits are. */
const MAX_AMOUNT_LENGTH = 13;
const REQUIRED_COUNT = PAYROLL_COLUMNS.filter(({ required }) => required).length;

const COMMA = 0x2c;
const HYPHEN = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const CAPITAL_A = 0x410;
const SMALL_A = 0x430;

/** What a unit is, one bit each. */
const DIGIT = 1;
const CYRILLIC = 2;
const LATIN = 4;
const SIGN = 8;
const SPACE = 16;
/** A cell that holds one is for `checkPayrollRow` to judge. */
const OTHER = 32;
const DELIMITER = 64;
const BREAK = 128;
const KINDS: readonly (readonly [kind: number, units: string])[] = [
  [DIGIT, "0123456789"],
  [CYRILLIC, "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя"],
  [LATIN, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"],
  [SIGN, "-–—.,:;!?()/\\№#%&*=@_«»"],
  [SPACE, " "],
  [BREAK, "\r\n"],
];

const METHODS = Object.values(PAYOUT_METHOD_TITLES).map((title) => [...title].map((letter) => letter.charCodeAt(0)));
const STEM_BEGINNINGS = LABOUR_STEMS.map((stem) => [stem.charCodeAt(0), stem.charCodeAt(1), stem.charCodeAt(2)] as const);
/** One bit for each letter a labour word can begin with, counted from «а». */
const STEM_LETTERS = STEM_BEGINNINGS.reduce((bits, [first]) => bits | (1 << (first - SMALL_A)), 0);

/**
 * Recognises the rows that are plainly right, straight from the numbers of the file. It never says what is wrong and repairs nothing:
 * a row it does not recognise goes to `checkPayrollRow`, which alone knows. So a file of right rows is read several times as fast; the
 * test asks both about the same rows, and of a row recognised here nothing is said there.
 */
export class PlainPayrollRows {
  /** Of the row recognised last. */
  kopecks = 0;
  /** `null` in a row without one. */
  externalId: KeyHash | null = null;
  readonly payment = new KeyHash();

  /** By the place of a cell in the file: what the template has there. */
  private readonly columns: readonly (PayrollColumnKey | null)[];
  private readonly letters: Uint16Array | null;
  private readonly kinds: Uint8Array;
  private readonly today: number;
  private readonly idKey = new KeyHash();
  private requiredLeft = 0;
  private innHigh = 0;
  private innLow = 0;
  private service = 0;
  private workStart = 0;
  private workEnd = 0;
  private actDate = 0;

  /**
   * @param positions - for each column of the template its place in the file, or −1.
   * @param delimiter - one character.
   */
  constructor(positions: readonly number[], { letters }: TextForm, delimiter: string, today: CalendarDate) {
    const columns: (PayrollColumnKey | null)[] = Array.from({ length: Math.max(...positions) + 1 }, () => null);
    PAYROLL_COLUMN_KEYS.forEach((key, index) => {
      const position = positions[index] ?? -1;
      if (position >= 0) columns[position] = key;
    });
    this.columns = columns;
    this.letters = letters;
    this.kinds = kindsOf(letters, delimiter);
    this.today = toDayNumber(today);
  }

  /**
   * Looks at the record that begins at a place; when there is nothing to say about it, its values stand in the fields above.
   *
   * @returns where its last cell ends, or −1 when it is for others to judge.
   */
  recognise(units: TextUnits, from: number): number {
    const { columns, kinds } = this;
    const { length } = units;
    this.requiredLeft = REQUIRED_COUNT;
    this.externalId = null;
    this.actDate = this.today;
    let start = from;
    for (let place = 0; ; place += 1) {
      let end = start;
      let kind = BREAK;
      let seen = 0;
      for (; end < length; end += 1) {
        kind = kinds[units[end] ?? 0] ?? OTHER;
        if (kind >= DELIMITER) break;
        seen |= kind;
      }
      if ((seen & OTHER) !== 0) return -1;
      const column = columns[place];
      if (end > start && column && !this.isPlainCell(column, units, start, end, seen)) return -1;
      if (end === length || kind === BREAK) return this.isPlainRow() && (units[end] !== RETURN || units[end + 1] === LINE_BREAK) ? end : -1;
      start = end + 1;
    }
  }

  /** @param seen - kinds of all its units. */
  private isPlainCell(column: PayrollColumnKey, units: TextUnits, from: number, to: number, seen: number): boolean {
    const length = to - from;
    switch (column) {
      case "externalId":
        return length <= MAX_TEXT.externalId && (seen & SPACE) === 0 && this.takeExternalId(units, from, to);
      case "inn":
        this.requiredLeft -= 1;
        this.innHigh = digitsOf(units, from, from + 6);
        this.innLow = digitsOf(units, from + 6, to);
        return length === 12 && seen === DIGIT && hasCheckDigits(units, from);
      case "fullName":
        return length <= MAX_TEXT.fullName && (seen & (DIGIT | LATIN)) === 0 && this.isName(units, from, to);
      case "serviceCode":
        this.requiredLeft -= 1;
        this.service = digitsOf(units, from, to);
        return length === 4 && seen === DIGIT;
      case "receiptText":
        this.requiredLeft -= 1;
        return length >= PAYROLL_ROW_LIMITS.minReceiptText && length <= MAX_TEXT.receiptText && (seen & LATIN) === 0 && this.isReceiptText(units, from, to);
      case "workStart":
        this.requiredLeft -= 1;
        this.workStart = dayOf(units, from, to);
        return true;
      case "workEnd":
        this.requiredLeft -= 1;
        this.workEnd = dayOf(units, from, to);
        return true;
      case "actDate":
        this.actDate = dayOf(units, from, to);
        return true;
      case "amount":
        this.requiredLeft -= 1;
        this.kopecks = kopecksOf(units, from, to);
        return this.kopecks >= MIN_KOPECKS && this.kopecks <= MAX_KOPECKS;
      case "payoutMethod":
        return METHODS.some((method) => this.isWritten(method, units, from, to));
      case "tags":
        return length <= MAX_TEXT.tag && countOf(COMMA, units, from, to) < PAYROLL_ROW_LIMITS.maxTags;
      case "project":
        return length <= MAX_TEXT.project;
      case "comment":
        return length <= MAX_TEXT.comment;
    }
  }

  /** A day that is none is NaN and fails every comparison. */
  private isPlainRow(): boolean {
    const { workStart, workEnd, actDate, today } = this;
    if (this.requiredLeft !== 0 || !(workStart <= workEnd && workEnd - workStart < PAYROLL_ROW_LIMITS.maxPeriodDays && workEnd <= actDate && actDate <= today)) return false;
    hashPayment(this.payment, this.innHigh, this.innLow, this.service, workStart, workEnd, this.kopecks);
    return true;
  }

  private takeExternalId(units: TextUnits, from: number, to: number): boolean {
    this.idKey.begin();
    for (let index = from; index < to; index += 1) this.idKey.add(this.letterAt(units, index));
    this.externalId = this.idKey;
    return true;
  }

  /** Russian words, hyphens, single spaces. */
  private isName(units: TextUnits, from: number, to: number): boolean {
    let before = SPACE;
    for (let index = from; index < to; index += 1) {
      const unit = units[index] ?? 0;
      const kind = this.kinds[unit] ?? OTHER;
      if (kind !== CYRILLIC && (before === SPACE || (kind !== SPACE && unit !== HYPHEN))) return false;
      before = kind;
    }
    return before !== SPACE;
  }

  /** Single spaces, and no word that could be one of labour. */
  private isReceiptText(units: TextUnits, from: number, to: number): boolean {
    let before = SPACE;
    for (let index = from; index < to; index += 1) {
      const kind = this.kinds[units[index] ?? 0] ?? OTHER;
      if (kind === SPACE && before === SPACE) return false;
      if (kind === CYRILLIC && before !== CYRILLIC && this.mayBeginLabourWord(units, index)) return false;
      before = kind;
    }
    return before !== SPACE;
  }

  private mayBeginLabourWord(units: TextUnits, at: number): boolean {
    const first = lowerCase(this.letterAt(units, at));
    if (((STEM_LETTERS >>> (first - SMALL_A)) & 1) === 0) return false;
    const second = lowerCase(this.letterAt(units, at + 1));
    const third = lowerCase(this.letterAt(units, at + 2));
    return STEM_BEGINNINGS.some((stem) => stem[0] === first && stem[1] === second && stem[2] === third);
  }

  private isWritten(letters: readonly number[], units: TextUnits, from: number, to: number): boolean {
    return letters.length === to - from && letters.every((letter, index) => letter === this.letterAt(units, from + index));
  }

  private letterAt(units: TextUnits, index: number): number {
    const unit = units[index] ?? 0;
    return this.letters === null ? unit : (this.letters[unit] ?? 0);
  }
}

/** The key of a payment: two rows with the same one may be one payment written twice. @param innHigh - the first six digits. */
export function hashPayment(key: KeyHash, innHigh: number, innLow: number, service: number, workStartDay: number, workEndDay: number, kopecks: number): void {
  key.begin();
  key.add(innHigh);
  key.add(innLow);
  key.add(service);
  key.add(workStartDay);
  key.add(workEndDay);
  key.add(kopecks);
}

function kindsOf(letters: Uint16Array | null, delimiter: string): Uint8Array {
  const ofLetters = new Uint8Array(0x10000).fill(OTHER);
  for (const [kind, list] of KINDS) for (const letter of list) ofLetters[letter.charCodeAt(0)] = kind;
  ofLetters[delimiter.charCodeAt(0)] = DELIMITER;
  return letters === null ? ofLetters : Uint8Array.from(letters, (letter) => ofLetters[letter] ?? OTHER);
}

function hasCheckDigits(units: TextUnits, from: number): boolean {
  return checkDigit(units, from, PERSON_11) === units[from + 10] && checkDigit(units, from, PERSON_12) === units[from + 11];
}

function checkDigit(units: TextUnits, from: number, weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) sum += ((units[from + index] ?? 0) - ZERO) * (weights[index] ?? 0);
  return ((sum % 11) % 10) + ZERO;
}

/** Digits from a place to another, NaN when a sign among them is none. */
function digitsOf(units: TextUnits, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index += 1) {
    const digit = (units[index] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Day number of `dd.MM.yyyy`, NaN for anything else. */
function dayOf(units: TextUnits, from: number, to: number): number {
  if (to - from !== 10 || units[from + 2] !== POINT || units[from + 5] !== POINT) return Number.NaN;
  return dayNumber(digitsOf(units, from + 6, to), digitsOf(units, from + 3, from + 5), digitsOf(units, from, from + 2));
}

/** Of `1234`, `1234,5` and `1234.50`; NaN for anything else. */
function kopecksOf(units: TextUnits, from: number, to: number): number {
  if (to - from > MAX_AMOUNT_LENGTH) return Number.NaN;
  let mark = from;
  while (mark < to && units[mark] !== COMMA && units[mark] !== POINT) mark += 1;
  const decimals = to - mark - 1;
  if (mark === from || decimals === 0 || decimals > 2) return Number.NaN;
  const rubles = digitsOf(units, from, mark);
  return decimals < 0 ? rubles * 100 : rubles * 100 + digitsOf(units, mark + 1, to) * (decimals === 1 ? 10 : 1);
}

function countOf(sign: number, units: TextUnits, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index += 1) if (units[index] === sign) count += 1;
  return count;
}

function lowerCase(letter: number): number {
  return letter >= CAPITAL_A && letter < SMALL_A ? letter + (SMALL_A - CAPITAL_A) : letter;
}
