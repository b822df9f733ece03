import { useMemo, useRef, useState } from "react";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { asHttpError } from "#web/wire/http-error.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { toastError, useRead } from "#console/calls/use-endpoint.ts";

export interface SavedView {
  readonly name: string;
  /** With `?`, or "". */
  readonly search: string;
}

/** Stored on the server. */
export interface ListSettings {
  /** Column keys; unnamed ones follow. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly shown: readonly string[];
  readonly pinned: readonly string[];
  /** Px. */
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

/** @param name - the resource; prefixed on pages with two lists. */
export function useListSettings(name: string) {
  const key = `list.${name.replaceAll("/", ".")}`;
  const { data, isLoading } = useRead(
    authEndpoints.preference,
    { params: { key } },
    { silent: true, staleTimeMs: Infinity },
  );
  /** Saves run one after another, so the last one wins. */
  const saving = useRef(Promise.resolve());
  const save = (value: string) => {
    saving.current = saving.current
      .then(() =>
        requestEndpoint(authEndpoints.savePreference, { params: { key }, body: { value } }),
      )
      // A failed save keeps the choice until the page is left.
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

/** Tolerates unknown columns and older versions. */
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

export type VisibleColumn<Column> = Column & {
  readonly isPinned: boolean;
  /** The person's own choice wins over folding. */
  readonly isAsked: boolean;
};

/** Pinned ones first. */
export function visibleColumns<Column extends ChoosableColumn>(
  columns: readonly Column[],
  { order, hidden, shown, pinned, widths }: ListSettings,
): VisibleColumn<Column>[] {
  const visible = columns.filter(
    ({ key, isHidden, isFixed }) =>
      isFixed || (!hidden.includes(key) && (isHidden !== true || shown.includes(key))),
  );
  const placeOf = ({ key }: Column, index: number) =>
    order.includes(key) ? order.indexOf(key) : order.length + index;
  return visible
    .map((column, index) => ({
      column: {
        ...column,
        width: widths[column.key] ?? column.width,
        isPinned: pinned.includes(column.key),
        isAsked: shown.includes(column.key) || pinned.includes(column.key) || column.key in widths,
      },
      place: placeOf(column, index),
    }))
    .sort((a, b) => Number(b.column.isPinned) - Number(a.column.isPinned) || a.place - b.place)
    .map(({ column }) => column);
}
