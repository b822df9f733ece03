import type { ReadingNote } from "#contract/registries/reading-note.ts";
import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import { minuteOfDay } from "#contract/values/calendar-date.ts";
import type { SpreadsheetRow } from "#server/files/spreadsheet/spreadsheet-rows.ts";

/** 20:00 to 22:00: midnight somewhere east of the program that wrote it. */
const EVENING = { from: 20 * 60, to: 22 * 60 };
const SERIAL = /^\d{5}\.\d{1,15}$/;

interface Evenings {
  readonly position: number;
  minute: number | null;
  rows: number;
  /** Real moments of a day. */
  isMixed: boolean;
}

/** Columns whose dates stand at one moment of the evening, as of a day that was shifted by hours. */
export class EveningDates {
  readonly #columns: readonly Evenings[];

  constructor(columns: readonly RegistryColumn[], positions: readonly number[]) {
    const places = new Set(
      columns.flatMap(({ holds }, index) => (holds === "date" ? [positions[index] ?? -1] : [])),
    );
    this.#columns = [...places].flatMap((position) =>
      position === -1 ? [] : [{ position, minute: null, rows: 0, isMixed: false }],
    );
  }

  see({ cells, times }: SpreadsheetRow): void {
    for (const column of this.#columns) {
      const text = cells[column.position] ?? "";
      // Most dates are written out, and have their point in another place.
      const isSerial = text.charCodeAt(5) === 0x2e && SERIAL.test(text);
      const minute = times?.get(column.position) ?? (isSerial ? minuteOfDay(Number(text)) : 0);
      if (minute === 0) continue;
      column.minute ??= minute;
      column.rows += 1;
      if (minute !== column.minute) column.isMixed = true;
    }
  }

  notes(titleOf: (position: number) => string): ReadingNote[] {
    return this.#columns.flatMap(({ position, minute, rows, isMixed }) =>
      minute === null || isMixed || minute < EVENING.from || minute > EVENING.to
        ? []
        : [{ kind: "evening_dates", title: titleOf(position), rows, at: clockTime(minute) }],
    );
  }
}

function clockTime(minute: number): string {
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`;
}
