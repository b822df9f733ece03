import { useMemo, useRef, useState } from "react";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { asHttpError } from "#web/wire/http-error.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { toastError, useRead } from "#console/calls/use-endpoint.ts";

/** A list seen in a way worth keeping: its query under a name. */
export interface SavedView {
  readonly name: string;
  /** Query of the address, `?` included, or empty. */
  readonly search: string;
}

/** How a person likes a list; kept on the server, so every device knows it. */
export interface ListSettings {
  /** Keys of columns in the person's order; columns it does not name follow. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Columns made visible though the list hides them at first. */
  readonly shown: readonly string[];
  /** Columns that stay at the left while the others are scrolled. */
  readonly pinned: readonly string[];
  /** Width of columns the person has set, by key; px. */
  readonly widths: Readonly<Record<string, number>>;
  readonly density: "small" | "middle";
  readonly views: readonly SavedView[];
}

export const PLAIN_SETTINGS: ListSettings = {
  order: [],
  hidden: [],
  shown: [],
  pinned: [],
  widths: {},
  density: "small",
  views: [],
};

/** @param name - of the list: the resource, with a prefix where a page has two. */
export function useListSettings(name: string) {
  const key = `list.${name.replaceAll("/", ".")}`;
  const { data, isLoading } = useRead(
    authEndpoints.preference,
    { params: { key } },
    { silent: true, staleTimeMs: Infinity },
  );
  /** One save after another: the last choice is the one that stays. */
  const saving = useRef(Promise.resolve());
  const save = (value: string) => {
    saving.current = saving.current
      .then(() =>
        requestEndpoint(authEndpoints.savePreference, { params: { key }, body: { value } }),
      )
      // What was chosen stays on the screen until it is left.
      .then(
        () => undefined,
        (thrown: unknown) => toastError(asHttpError(thrown)),
      );
  };
  const [changed, setChanged] = useState<ListSettings | null>(null);
  const saved = useMemo(() => readSettings(data?.value), [data?.value]);
  const settings = changed ?? saved;

  return {
    settings,
    isLoading,
    change(next: Partial<ListSettings>): void {
      const whole = { ...settings, ...next };
      setChanged(whole);
      save(JSON.stringify(whole));
    },
    reset(): void {
      setChanged({ ...PLAIN_SETTINGS, views: settings.views });
      save(settings.views.length > 0 ? JSON.stringify({ views: settings.views }) : "");
    },
  };
}

/** Settings of an older version, or of one whose columns are gone, are taken as far as they go. */
export function readSettings(value: string | undefined): ListSettings {
  if (!value) return PLAIN_SETTINGS;
  try {
    return { ...PLAIN_SETTINGS, ...(JSON.parse(value) as Partial<ListSettings>) };
  } catch {
    return PLAIN_SETTINGS;
  }
}

interface ChoosableColumn {
  readonly key: string;
  readonly isHidden?: boolean | "narrow";
  readonly isFixed?: boolean;
  readonly width?: number;
}

/** The columns a person sees, in his order and width, pinned ones first. */
export function visibleColumns<Column extends ChoosableColumn>(
  columns: readonly Column[],
  { order, hidden, shown, pinned, widths }: ListSettings,
  isNarrow = false,
): (Column & { readonly isPinned: boolean })[] {
  const isLeftOut = (isHidden: boolean | "narrow" | undefined) =>
    isHidden === "narrow" ? isNarrow : isHidden;
  const visible = columns.filter(
    ({ key, isHidden, isFixed }) =>
      isFixed || (!hidden.includes(key) && (!isLeftOut(isHidden) || shown.includes(key))),
  );
  const placeOf = ({ key }: Column, index: number) =>
    order.includes(key) ? order.indexOf(key) : order.length + index;
  return visible
    .map((column, index) => ({
      column: {
        ...column,
        width: widths[column.key] ?? column.width,
        isPinned: pinned.includes(column.key),
      },
      place: placeOf(column, index),
    }))
    .sort((a, b) => Number(b.column.isPinned) - Number(a.column.isPinned) || a.place - b.place)
    .map(({ column }) => column);
}
