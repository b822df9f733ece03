import { useState } from "react";
import { NOTICE_CATEGORIES, NOTICE_NAMES, NOTICE_TYPES, type NoticeCategory, type NoticeName } from "#contract/notices/notice-types.ts";
import { useMe } from "#console/providers/session.ts";
import { LightField } from "#console/ui/light/light-field.tsx";
import type { NoticeFilters } from "./notice-address.ts";

interface NoticeFilterBarProps {
  readonly filters: NoticeFilters;
  readonly onChange: (filters: NoticeFilters) => void;
}

const READ_WORDS = [
  { isRead: null, title: "Все" },
  { isRead: false, title: "Непрочитанные" },
  { isRead: true, title: "Прочитанные" },
] as const;
const CATEGORIES = Object.entries(NOTICE_CATEGORIES) as [NoticeCategory, string][];

/** Which notices the page shows: read or not, between two days, of some types. */
export function NoticeFilterBar({ filters, onChange }: NoticeFilterBarProps) {
  const chosen = filters.types.length;
  return (
    <div className="notice-filters">
      <div className="row">
        <div className="row notice-read" role="group" aria-label="Прочитанность">
          {READ_WORDS.map(({ isRead, title }) => (
            <button key={title} type="button" className="button button-plain button-small" aria-pressed={filters.isRead === isRead} onClick={() => onChange({ ...filters, isRead })}>
              {title}
            </button>
          ))}
        </div>
        <DayField label="С даты" value={filters.dateFrom} max={filters.dateTo || undefined} onDay={(dateFrom) => onChange({ ...filters, dateFrom })} />
        <DayField label="По дату" value={filters.dateTo} min={filters.dateFrom || undefined} onDay={(dateTo) => onChange({ ...filters, dateTo })} />
      </div>
      <details className="notice-types">
        <summary>Виды уведомлений: {chosen === 0 ? "все" : `выбрано ${chosen}`}</summary>
        <TypeBoxes chosen={filters.types} onChange={(types) => onChange({ ...filters, types })} />
      </details>
    </div>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onDay: (day: string) => void;
}

/** The browser reports the years 0002, 0020 and 0202 while 2026 is being typed: they are no days to look for. */
function DayField({ value, onDay, ...rest }: DayFieldProps) {
  const [typed, setTyped] = useState({ of: value, text: value });
  const handleText = (text: string) => {
    setTyped({ of: value, text });
    if (text === "" || text >= "2000") onDay(text);
  };
  return <LightField {...rest} type="date" value={typed.of === value ? typed.text : value} onChange={(event) => handleText(event.target.value)} />;
}

/** Types by category, those of the other side of the market left out. */
function TypeBoxes({ chosen, onChange }: { readonly chosen: readonly NoticeName[]; readonly onChange: (types: NoticeName[]) => void }) {
  const { isWorkman, accounts } = useMe();
  const isSeen = (name: NoticeName) => {
    const { side } = NOTICE_TYPES[name];
    return side === "both" || (side === "workman" ? isWorkman : accounts.length > 0) || chosen.includes(name);
  };
  const toggle = (names: readonly NoticeName[], isOn: boolean) => onChange(NOTICE_NAMES.filter((name) => (names.includes(name) ? isOn : chosen.includes(name))));
  return (
    <div className="notice-type-groups">
      {CATEGORIES.map(([category, title]) => {
        const names = NOTICE_NAMES.filter((name) => NOTICE_TYPES[name].category === category && isSeen(name));
        if (names.length === 0) return null;
        const isWhole = names.every((name) => chosen.includes(name));
        return (
          <fieldset key={category}>
            <legend>
              <label>
                <input type="checkbox" checked={isWhole} onChange={() => toggle(names, !isWhole)} /> {title}
              </label>
            </legend>
            {names.map((name) => (
              <label key={name}>
                <input type="checkbox" checked={chosen.includes(name)} onChange={(event) => toggle([name], event.target.checked)} /> {NOTICE_TYPES[name].title}
              </label>
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}
