import type { ComponentType, ReactNode } from "react";
import type { TSchema } from "typebox";
import type { Permission } from "#contract/access/permissions.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import type {
  Endpoint,
  EndpointDescription,
  FileAnswer,
} from "#contract/kernel/define-endpoints.ts";
import type { jobRegistryEndpoints } from "#contract/registries/job-registry-endpoints.ts";
import type { RegistryInfo } from "#contract/registries/registry.ts";
import type { JobRegistryItem } from "#contract/registries/registry-item.ts";
import type { RegistryKindInfo, RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { PluralForms } from "#contract/values/plural.ts";
import type { ListColumn } from "#console/kit/columns.tsx";
import type { PagedList } from "#console/kit/use-paged-list.ts";

/** A row of any kind: its cells and findings. */
export type RegistryRow = Omit<JobRegistryItem, "state" | "jobs"> & {
  readonly state: { readonly id: string; readonly title: string };
};

type PartOf<E, Key extends string> = E extends Readonly<Record<Key, infer Part>> ? Part : undefined;
type Input = "params" | "query" | "body";
/** An endpoint of a kind: another path, same input and response. */
type CallLike<E extends Endpoint, Answer extends TSchema | FileAnswer = E["answer"]> = Endpoint<
  EndpointDescription<PartOf<E, "params">, PartOf<E, "query">, PartOf<E, "body">, Answer>
> &
  Pick<E, Extract<keyof E, Input>>;
type JobCalls = typeof jobRegistryEndpoints;

/** Endpoints of every kind. Their row types differ, so responses are typed as `RegistryRow`. */
type RegistryCalls = {
  readonly [
    Verb in
      | "list"
      | "errors"
      | "progress"
      | "template"
      | "file"
      | "download"
      | "errorsDownload"
      | "upload"
      | "readFile"
      | "paste"
      | "updateFile"
      | "pasteRows"
      | "cancel"
      | "deleteItem"
  ]: CallLike<JobCalls[Verb]>;
} & { readonly [Verb in "info" | "updateItem"]: CallLike<JobCalls[Verb], TSchema> } & {
  readonly items: Endpoint & Pick<JobCalls["items"], "params"> & { readonly answer: TSchema };
};

interface CellLook {
  /** Short header, where the file's title is too long. */
  readonly title?: string;
  readonly widthPx: number;
  readonly align?: "right";
  readonly inputMode?: "numeric" | "decimal";
  /** As in a list column; the column is shown when a row of the page has a finding there. */
  readonly isHidden?: ListColumn<never>["isHidden"];
}

/** A kind of registry; list, upload and page are generic over it. */
export interface RegistryKind {
  readonly name: RegistryKindName;
  readonly info: RegistryKindInfo;
  /** Refine resource of the rows. */
  readonly itemsResource: string;
  /** Path of the list, prefix of the others. */
  readonly path: string;
  readonly listTitle: string;
  readonly uploadTitle: string;
  readonly edit: Permission;
  /**
   * Label of the progress bar, «Выплачиваем», and what it counts: rows with errors are not
   * executed.
   */
  readonly executing: string;
  readonly executed: { readonly count: PluralForms; readonly of: PluralForms };
  /** Rows executed in vain, «Не прошло»: in the list as on the page. */
  readonly failed: string;
  readonly calls: RegistryCalls;
  readonly stateTitles: Readonly<Record<string, string>>;
  readonly rowTones: Readonly<Record<string, StateTone>>;
  /** Columns in screen order; columns not listed are available in the column settings. */
  readonly cells: Readonly<Record<string, CellLook>>;
  /** Columns that need the right to see sums. */
  readonly sumColumns: readonly string[];
}

export interface RegistryPartProps<Info> {
  readonly info: Info;
  readonly onChanged: () => void;
}

export interface RegistryCommandsProps<Info> extends RegistryPartProps<Info> {
  readonly onFix: () => void;
  /**
   * Sends pending removals and edits, so that the executed registry equals the one on the screen.
   */
  readonly settle: () => Promise<void>;
}

export interface ResultContext<Info, Item> extends RegistryPartProps<Info> {
  readonly open: (item: Item) => void;
}

/** Parts of the registry page that depend on the kind. */
export interface RegistryParts<Info extends RegistryInfo, Item extends RegistryRow> {
  /** Figures above the rows; they filter the rows. */
  readonly Stats: ComponentType<{ readonly info: Info; readonly list: PagedList<Item> }>;
  readonly Commands: ComponentType<RegistryCommandsProps<Info>>;
  /** Notices between title and figures: what the registry waits for. */
  readonly Notices?: ComponentType<RegistryPartProps<Info>>;
  /** Columns, commands and modals of the rows after execution. */
  readonly useResults: (context: ResultContext<Info, Item>) => {
    readonly columns: readonly ListColumn<Item>[];
    readonly modals: ReactNode;
  };
  readonly RowFacts: ComponentType<RegistryPartProps<Info> & { readonly item: Item }>;
}

export function uploadPathOf({ path }: RegistryKind): string {
  return `${path}/upload`;
}

export const FILE_ENDINGS = [".xlsx", ".csv", ".txt"] as const;
