import { scanXml } from "#server/files/spreadsheet/xml-scanner.ts";

/** Limit of the format: larger numbers would be counted up to. */
const MAX_LEVEL = 8;
const MAX_START = 32_767;
const MAX_MARKER_CHARACTERS = 100;

interface Level {
  readonly format: string;
  /** «%1.%2.» */
  readonly text: string;
  readonly start: number;
}

/** A contract's «1.2.» is part of its text. */
export class DocxNumbering {
  private readonly levels = new Map<string, Map<number, Level>>();
  private readonly abstractOf = new Map<string, string>();
  private readonly counters = new Map<string, number[]>();

  /** @param xml - "" without lists. */
  constructor(xml: string) {
    let abstractId = "";
    let numberId = "";
    let levelNo = 0;
    let level = { format: "decimal", text: "", start: 1 };
    scanXml(xml, {
      open: (tag, attributes) => {
        const value = () => attributes.attribute("val") ?? "";
        if (tag === "abstractNum") abstractId = attributes.attribute("abstractNumId") ?? "";
        else if (tag === "num") numberId = attributes.attribute("numId") ?? "";
        else if (tag === "abstractNumId") this.abstractOf.set(numberId, value());
        else if (tag === "lvl") {
          levelNo = levelOf(attributes.attribute("ilvl"));
          level = { format: "decimal", text: "", start: 1 };
        } else if (tag === "start") level.start = startOf(value());
        else if (tag === "numFmt") level.format = value();
        else if (tag === "lvlText") level.text = value().slice(0, MAX_MARKER_CHARACTERS);
      },
      close: (tag) => {
        if (tag !== "lvl") return;
        const known = this.levels.get(abstractId) ?? new Map<number, Level>();
        this.levels.set(abstractId, known.set(levelNo, level));
      },
    });
  }

  /** «1.2.», «•»; "" without markers. */
  next(numberId: string, levelNo: number): string {
    const abstractId = this.abstractOf.get(numberId);
    const levels = abstractId === undefined ? undefined : this.levels.get(abstractId);
    const level = levels?.get(levelNo);
    if (!abstractId || !levels || !level || level.format === "none") return "";
    if (level.format === "bullet") return "•";
    const counts = this.counters.get(abstractId) ?? [];
    counts.length = Math.min(counts.length, levelNo + 1);
    for (let above = 0; above < levelNo; above += 1)
      counts[above] ??= levels.get(above)?.start ?? 1;
    counts[levelNo] = counts[levelNo] === undefined ? level.start : counts[levelNo] + 1;
    this.counters.set(abstractId, counts);
    return level.text.replace(/%([1-9])/g, (_, digit: string) =>
      numeral(counts[Number(digit) - 1] ?? 1, levels.get(Number(digit) - 1)?.format ?? "decimal"),
    );
  }
}

export function levelOf(text: string | null): number {
  const level = Number(text ?? 0);
  return Number.isInteger(level) && level >= 0 ? Math.min(level, MAX_LEVEL) : 0;
}

function startOf(text: string): number {
  const start = Number(text);
  return Number.isInteger(start) && start > 0 ? Math.min(start, MAX_START) : 1;
}

const RUSSIAN = "абвгдежзиклмнопрстуфхцчшщэюя";
const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

function numeral(value: number, format: string): string {
  const isUpper = format.startsWith("upper") || format === "russianUpper";
  const text = format.endsWith("Letter")
    ? letter(value, "abcdefghijklmnopqrstuvwxyz")
    : format.startsWith("russian")
      ? letter(value, RUSSIAN)
      : format.endsWith("Roman")
        ? roman(value)
        : String(value);
  return isUpper ? text.toUpperCase() : text;
}

function letter(value: number, letters: string): string {
  return letters
    .charAt((value - 1) % letters.length)
    .repeat(Math.min(Math.ceil(value / letters.length), 4));
}

function roman(value: number): string {
  let [rest, text] = [Math.min(value, 3999), ""];
  for (const [size, sign] of ROMAN) {
    while (rest >= size) {
      text += sign;
      rest -= size;
    }
  }
  return text;
}
