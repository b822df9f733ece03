import { SearchOutlined } from "@ant-design/icons";
import { Button, Input, Select } from "antd";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { formatDay } from "#web/format/dates.ts";
import { PROJECTS, TAGS, WORKMEN } from "./option-sources.ts";
import { PeriodFilter } from "./period-filter.tsx";
import { RemoteSelect, RemoteTitles, type OptionSource } from "./remote-select.tsx";
import { textWidth } from "./text-width.ts";
import type { ListFilters } from "./use-paged-list.ts";

// Few lists have money filters.
const MoneyRange = lazy(async () => ({ default: (await import("./money-range.tsx")).MoneyRange }));
/** Placeholder width, px. */
const LONGEST_SEARCH_PX = 360;
const MONEY_WIDTHS = [116, 84] as const;

/** One or two fields, stored in the URL. */
export interface ListFilter {
  readonly key: string;
  readonly names: readonly string[];
  readonly render: (filters: ListFilters, change: (changed: ListFilters) => void) => ReactNode;
  readonly describe: (filters: ListFilters) => ReactNode;
  readonly isExtra?: boolean;
  /** Stays in the line on a phone. */
  readonly isSearch?: boolean;
}

interface Option {
  readonly id: string | number;
  readonly title: string;
}

/** The URL uses the query's parameter names. */
export const filter = {
  search: (placeholder: string, name = "search"): ListFilter => ({
    key: name,
    names: [name],
    isSearch: true,
    render: (filters, change) => (
      <SearchField
        key={textOf(filters, name)}
        placeholder={placeholder}
        value={textOf(filters, name)}
        onSearch={(text) => change({ [name]: text || undefined })}
      />
    ),
    describe: (filters) => (textOf(filters, name) ? `«${textOf(filters, name)}»` : null),
  }),

  oneOf: (name: string, label: string, options: readonly Option[]): ListFilter => ({
    key: name,
    names: [name],
    render: (filters, change) => (
      <Select
        aria-label={label}
        placeholder={label}
        allowClear
        popupMatchSelectWidth={false}
        style={{ minWidth: widthOf(label, 50, 120) }}
        value={textOf(filters, name) || undefined}
        options={options.map(({ id, title }) => ({ value: String(id), label: title }))}
        onChange={(value?: string) => change({ [name]: value })}
      />
    ),
    describe: (filters) => describeOptions(label, [textOf(filters, name)], options),
  }),

  /** @param others - titles of values no longer offered but possible in a URL. */
  manyOf: (
    name: string,
    label: string,
    options: readonly Option[],
    others: Readonly<Record<string, string>> = {},
  ): ListFilter => ({
    key: name,
    names: [name],
    render: (filters, change) => (
      <Select
        aria-label={label}
        mode="multiple"
        placeholder={label}
        allowClear
        maxTagCount={1}
        popupMatchSelectWidth={false}
        optionFilterProp="label"
        style={{ minWidth: widthOf(label, 64, 140) }}
        value={listOf(filters, name)}
        options={withChosen(options, listOf(filters, name), others).map(({ id, title }) => ({
          value: String(id),
          label: title,
        }))}
        onChange={(value: string[]) => change({ [name]: value.length > 0 ? value : undefined })}
      />
    ),
    describe: (filters) =>
      describeOptions(
        label,
        listOf(filters, name),
        withChosen(options, listOf(filters, name), others),
      ),
  }),

  /** Moscow dates, inclusive. */
  period: (label = "Период", from = "periodStart", to = "periodEnd"): ListFilter => ({
    key: from,
    names: [from, to],
    render: (filters, change) => (
      <PeriodFilter
        label={label}
        width={periodWidth(label)}
        from={textOf(filters, from)}
        to={textOf(filters, to)}
        onChange={(first, last) => change({ [from]: first, [to]: last })}
      />
    ),
    describe: (filters) => describePeriod(label, textOf(filters, from), textOf(filters, to)),
  }),

  person: (name: string, label = "Исполнитель", source: OptionSource = WORKMEN): ListFilter =>
    remote(name, label, source),

  project: (name: "projectID" | "projectIDs", isMultiple = false): ListFilter =>
    remote(name, "Проект", PROJECTS, isMultiple),

  tags: (name: string): ListFilter => remote(name, "Теги", TAGS, true),

  /** Set by a link or a card: a removable tag, no field. */
  marked: (name: string, label: string): ListFilter => ({
    key: name,
    names: [name],
    render: () => null,
    describe: (filters) => (textOf(filters, name) ? label : null),
  }),

  money: (label: string, from: string, to: string): ListFilter => ({
    key: from,
    names: [from, to],
    render: (filters, change) => (
      <Suspense
        fallback={
          <span
            style={{
              display: "inline-block",
              verticalAlign: "top",
              width: MONEY_WIDTHS[0] + MONEY_WIDTHS[1],
              height: 32,
            }}
          />
        }
      >
        <MoneyRange
          label={label}
          widths={MONEY_WIDTHS}
          from={textOf(filters, from)}
          to={textOf(filters, to)}
          onChange={(first, last) => change({ [from]: first, [to]: last })}
        />
      </Suspense>
    ),
    describe: (filters) => {
      const [first, last] = [textOf(filters, from), textOf(filters, to)];
      return first || last
        ? `${label}: ${[first && `от ${first} ₽`, last && `до ${last} ₽`].filter(Boolean).join(" ")}`
        : null;
    },
  }),
};

/** Ids in the URL, titles on the screen. */
function remote(name: string, label: string, source: OptionSource, isMultiple = false): ListFilter {
  const idsOf = (filters: ListFilters) =>
    listOf(filters, name).map(Number).filter(Number.isSafeInteger);
  return {
    key: name,
    names: [name],
    render: (filters, change) => (
      <RemoteSelect
        source={source}
        label={label}
        isMultiple={isMultiple}
        shownTags={1}
        width={widthOf(label, 50, 130)}
        value={idsOf(filters)}
        onChange={(ids) => change({ [name]: isMultiple ? ids.map(String) : ids[0]?.toString() })}
      />
    ),
    describe: (filters) => {
      const ids = idsOf(filters);
      return ids.length === 0 ? null : (
        <>
          {label}: <RemoteTitles source={source} ids={ids} />
        </>
      );
    },
  };
}

/** Not on every letter: lists have thousands of rows. */
function SearchField({
  placeholder,
  value,
  onSearch,
}: {
  readonly placeholder: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  return (
    <Input.Search
      aria-label={placeholder}
      placeholder={placeholder}
      allowClear
      maxLength={200}
      style={{ width: Math.min(LONGEST_SEARCH_PX, widthOf(placeholder, 88, 220)) }}
      enterButton={<Button aria-label="Найти" icon={<SearchOutlined />} />}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onSearch={(typed) => onSearch(typed.trim())}
    />
  );
}

function widthOf(text: string, around: number, least: number): number {
  return Math.max(least, textWidth(text, around, "field"));
}

/** Two date fields; the first placeholder has the label. */
function periodWidth(label: string): number {
  return widthOf(`${label}: с`.repeat(2), 84, 230);
}

function describePeriod(label: string, from: string, to: string): string | null {
  return from || to
    ? `${label}: ${[from && `с ${formatDay(from)}`, to && `по ${formatDay(to)}`].filter(Boolean).join(" ")}`
    : null;
}

export function textOf(filters: ListFilters, name: string): string {
  return String(filters[name] ?? "");
}

function listOf(filters: ListFilters, name: string): string[] {
  const value = filters[name];
  return value === undefined || value === ""
    ? []
    : typeof value === "string"
      ? [value]
      : [...value];
}

const OTHER = "другое значение";

/** A URL may name a value not offered now; its code is never shown. */
function withChosen(
  options: readonly Option[],
  chosen: readonly string[],
  others: Readonly<Record<string, string>>,
): readonly Option[] {
  const missing = chosen.filter((value) => !options.some(({ id }) => String(id) === value));
  return [...options, ...missing.map((id) => ({ id, title: others[id] ?? OTHER }))];
}

function describeOptions(
  label: string,
  values: readonly string[],
  options: readonly Option[],
): string | null {
  const titles = values
    .filter(Boolean)
    .map((value) => options.find(({ id }) => String(id) === value)?.title ?? OTHER);
  return titles.length > 0 ? `${label}: ${titles.join(", ")}` : null;
}
