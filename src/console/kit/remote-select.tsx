import { Badge, Select } from "antd";
import { useState } from "react";
import { useSettled } from "./use-settled.ts";

/** One of the things to choose from. */
interface RemoteOption {
  readonly id: number;
  readonly title: string;
  /** Tells namesakes apart; stands in the list alone. */
  readonly hint?: string;
  /** Preset of Ant Design. */
  readonly color?: string;
}

/** Where the choices of a select are read from. */
export interface OptionSource {
  /** What is found by some letters; nothing is read until it is `enabled`. */
  readonly useFound: (
    search: string,
    enabled: boolean,
  ) => { readonly options: readonly RemoteOption[]; readonly isLoading: boolean };
  /** Titles of what was chosen elsewhere: by a link, or before the page was reloaded. */
  readonly useTitles: (ids: readonly number[]) => ReadonlyMap<number, string>;
  /** Instead of options while there are none. */
  readonly emptyText: string;
}

/** Titles for a source whose choices are never known by their ids alone. */
export const NO_TITLES: ReadonlyMap<number, string> = new Map();

interface RemoteSelectProps {
  readonly source: OptionSource;
  readonly label: string;
  readonly placeholder?: string;
  readonly isMultiple?: boolean;
  /** How many may be chosen. */
  readonly most?: number;
  readonly width?: number | string;
  /** Tags that stand in the field itself; the others are counted. */
  readonly shownTags?: number;
  /** Given by the form. */
  readonly id?: string;
  readonly value?: readonly number[];
  /** `chosen` has the titles of those that were found here. */
  readonly onChange?: (
    ids: readonly number[],
    chosen: readonly Pick<RemoteOption, "id" | "title">[],
  ) => void;
}

/**
 * A select whose choices the server finds: they are read when it is opened, and what was chosen
 * keeps its name while others are looked for.
 */
export function RemoteSelect({
  source,
  label,
  placeholder = label,
  isMultiple = false,
  most,
  width = "100%",
  shownTags,
  id,
  value = [],
  onChange,
}: RemoteSelectProps) {
  const [isWanted, setIsWanted] = useState(false);
  const [search, setSearch] = useState("");
  const [known, setKnown] = useState<ReadonlyMap<number, string>>(new Map());
  const { options, isLoading } = source.useFound(useSettled(search.trim()), isWanted);
  const titles = source.useTitles(value.filter((one) => !known.has(one)));
  const chosen = value.map((one) => ({
    value: one,
    label: known.get(one) ?? titles.get(one) ?? `№ ${one}`,
  }));
  return (
    <Select<
      typeof chosen | (typeof chosen)[number],
      { readonly value: number; readonly label: string; readonly color?: string }
    >
      id={id}
      // A field of a form has its label beside it.
      aria-label={id === undefined ? label : undefined}
      placeholder={placeholder}
      mode={isMultiple ? "multiple" : undefined}
      maxCount={most}
      maxTagCount={shownTags}
      labelInValue
      allowClear
      showSearch
      filterOption={false}
      loading={isLoading}
      popupMatchSelectWidth={width === "100%"}
      style={{ minWidth: width }}
      notFoundContent={isLoading ? "Ищем…" : source.emptyText}
      value={isMultiple ? chosen : chosen[0]}
      options={options.map(({ id: optionId, title, hint, color }) => ({
        value: optionId,
        title,
        label: [title, hint].filter(Boolean).join(", "),
        color,
      }))}
      optionRender={({ label: words, data }) => (
        <>
          {data.color ? <Badge color={data.color} style={{ marginRight: 8 }} /> : null}
          {words}
        </>
      )}
      onOpenChange={(isOpen) => isOpen && setIsWanted(true)}
      onSearch={setSearch}
      onChange={(next) => {
        setSearch("");
        const ids = [next ?? []].flat().map((one) => one.value);
        const names = new Map([
          ...known,
          ...titles,
          ...options.map((one) => [one.id, one.title] as const),
        ]);
        setKnown(names);
        onChange?.(
          ids,
          ids.map((one) => ({ id: one, title: names.get(one) ?? `№ ${one}` })),
        );
      }}
    />
  );
}

/** Names of what is chosen, read by their ids. */
export function RemoteTitles({
  source,
  ids,
}: {
  readonly source: OptionSource;
  readonly ids: readonly number[];
}) {
  const titles = source.useTitles(ids);
  return ids.map((one) => titles.get(one) ?? `№ ${one}`).join(", ");
}
