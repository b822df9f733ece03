import type { ComponentType, ReactNode } from "react";
import type { Permission } from "#contract/access/permissions.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import type { ApplyCalls, RegistryCalls } from "#contract/registries/registry-calls.ts";
import type { RegistryInfo } from "#contract/registries/registry.ts";
import type { JobRegistryItem } from "#contract/registries/registry-item.ts";
import type { RegistryKindInfo, RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { PluralForms } from "#contract/values/plural.ts";
import type { ListColumn } from "#console/kit/columns.tsx";
import type { PagedList } from "#console/kit/use-paged-list.ts";

export type RegistryRow = Omit<JobRegistryItem, "state" | "jobs"> & {
  readonly state: { readonly id: string; readonly title: string };
};

interface CellLook {
  /** Where the file's title is too long. */
  readonly title?: string;
  readonly widthPx: number;
  readonly align?: "right";
  readonly inputMode?: "numeric" | "decimal";
  /** As in a list column; shown when a row of the page has a finding there. */
  readonly isHidden?: ListColumn<never>["isHidden"];
}

/** List, upload and page are generic over it. */
export interface RegistryKind {
  readonly name: RegistryKindName;
  readonly info: RegistryKindInfo;
  /** Of the list; prefix of the others. */
  readonly path: string;
  readonly uploadTitle: string;
  readonly edit: Permission;
  /**
   * Label of the progress bar, «Выплачиваем», and what it counts: rows with errors are not
   * executed.
   */
  readonly executing: string;
  readonly executed: { readonly count: PluralForms; readonly of: PluralForms };
  /** In vain, «Не прошло». */
  readonly failed: string;
  readonly calls: RegistryCalls & Pick<ApplyCalls, "download" | "cancel">;
  readonly stateTitles: Readonly<Record<string, string>>;
  readonly rowTones: Readonly<Record<string, StateTone>>;
  /** In screen order; others are in the column settings. */
  readonly cells: Readonly<Record<string, CellLook>>;
  readonly sumColumns: readonly string[];
}

export interface RegistryPartProps<Info> {
  readonly info: Info;
  readonly onChanged: () => void;
}

export interface RegistryCommandsProps<Info> extends RegistryPartProps<Info> {
  readonly onFix: () => void;
  /** Sends pending removals and edits, so that what is executed equals the screen. */
  readonly settle: () => Promise<void>;
}

export interface ResultContext<Info, Item> extends RegistryPartProps<Info> {
  readonly open: (item: Item) => void;
}

/** Of the registry page, by kind. */
export interface RegistryParts<Info extends RegistryInfo, Item extends RegistryRow> {
  /** Above the rows; they filter them. */
  readonly Stats: ComponentType<{ readonly info: Info; readonly list: PagedList<Item> }>;
  readonly Commands: ComponentType<RegistryCommandsProps<Info>>;
  /** What the registry waits for; between title and figures. */
  readonly Notices?: ComponentType<RegistryPartProps<Info>>;
  readonly useResults: (context: ResultContext<Info, Item>) => {
    readonly columns: readonly ListColumn<Item>[];
    readonly modals: ReactNode;
  };
  readonly RowFacts: ComponentType<RegistryPartProps<Info> & { readonly item: Item }>;
}

export function itemsResourceOf({ name }: RegistryKind): string {
  return `${name}-registry-items`;
}

export function uploadPathOf({ path }: RegistryKind): string {
  return `${path}/upload`;
}

export const FILE_ENDINGS = [".xlsx", ".csv", ".txt"] as const;
