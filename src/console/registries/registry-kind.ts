import type { ComponentType, ReactNode } from "react";
import type { Permission } from "#contract/access/permissions.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import type { ApplyCalls, RegistryCalls } from "#contract/registries/registry-calls.ts";
import type { ColumnHolds } from "#contract/registries/registry-columns.ts";
import type { RegistryInfo } from "#contract/registries/registry.ts";
import type { JobRegistryItem } from "#contract/registries/registry-item.ts";
import type { RegistryKindInfo, RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { PluralForms } from "#contract/values/plural.ts";
import type { ListColumn } from "#console/kit/columns.tsx";
import type { Selection } from "#console/kit/use-selection.ts";
import type { PagedList } from "#console/kit/use-paged-list.ts";

export type RegistryRow = Omit<JobRegistryItem, "state" | "jobs"> & {
  readonly state: { readonly id: string; readonly title: string };
};

interface CellLook {
  /** Replaces the file's too long title. */
  readonly title?: string;
  readonly widthPx: number;
  readonly align?: "right";
  readonly inputMode?: "numeric" | "decimal";
  /** Still shown when a row of the page has a finding there. */
  readonly isHidden?: ListColumn<never>["isHidden"];
}

export interface RegistryKind {
  readonly name: RegistryKindName;
  readonly info: RegistryKindInfo;
  /** Path of the list, prefix of the others. */
  readonly path: string;
  readonly uploadTitle: string;
  readonly edit: Permission;
  /** «Выплачиваем», and what is counted: rows with errors are not executed. */
  readonly executing: string;
  readonly executed: PluralForms;
  /** «Не прошло». */
  readonly failed: string;
  readonly calls: RegistryCalls & Pick<ApplyCalls, "download" | "cancel">;
  readonly stateTitles: Readonly<Record<string, string>>;
  readonly rowTones: Readonly<Record<string, StateTone>>;
  /** In screen order; the rest is in the column settings. */
  readonly cells: Readonly<Record<string, CellLook>>;
  readonly sumColumns: readonly string[];
}

export interface RegistryPartProps<Info> {
  readonly info: Info;
  readonly onChanged: () => void;
}

export interface RegistryStartProps<Info> extends RegistryPartProps<Info> {
  /** Sends pending edits and removals, so that the screen's content is executed. */
  readonly settle: () => Promise<void>;
}

export interface RegistryCommandsProps<Info> extends RegistryStartProps<Info> {
  readonly onFix: () => void;
}

/** «Комиссия 74,07 ₽». */
export interface RegistryFigure {
  readonly key: string;
  readonly text: ReactNode;
  readonly isBad?: boolean;
}

export interface ResultContext<Info, Item> extends RegistryPartProps<Info> {
  readonly open: (item: Item) => void;
}

/** What a kind adds to the registry page. */
export interface RegistryParts<Info extends RegistryInfo, Item extends RegistryRow> {
  /** Figures that filter the rows. */
  readonly Stats: ComponentType<{ readonly info: Info; readonly list: PagedList<Item> }>;
  readonly Commands: ComponentType<RegistryCommandsProps<Info>>;
  /** The command that starts, in the footer. */
  readonly Start: ComponentType<RegistryStartProps<Info>>;
  /** Beside it, after the counts of rows. */
  readonly useFigures: (info: Info) => readonly RegistryFigure[];
  /** What the registry waits for. */
  readonly Notices?: ComponentType<RegistryPartProps<Info>>;
  /** Of chosen rows of a start that may still be undone. */
  readonly Bulk?: ComponentType<RegistryPartProps<Info> & { readonly selection: Selection<Item> }>;
  readonly useResults: (context: ResultContext<Info, Item>) => readonly ListColumn<Item>[];
  readonly RowFacts: ComponentType<RegistryPartProps<Info> & { readonly item: Item }>;
}

export function holdsOf({ info }: RegistryKind, column: string): ColumnHolds | undefined {
  return info.columns.find(({ key }) => key === column)?.holds;
}

export function itemsResourceOf({ name }: RegistryKind): string {
  return `${name}-registry-items`;
}

export function uploadPathOf({ path }: RegistryKind): string {
  return `${path}/upload`;
}

export const FILE_ENDINGS = [".xlsx", ".csv", ".txt"] as const;
