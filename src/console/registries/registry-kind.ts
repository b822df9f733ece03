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

/** A row of any kind: what stands in the file and what is wrong with it. */
export type RegistryRow = Omit<JobRegistryItem, "state" | "jobs"> & {
  readonly state: { readonly id: string; readonly title: string };
};

type PartOf<E, Key extends string> = E extends Readonly<Record<Key, infer Part>> ? Part : undefined;
type Input = "params" | "query" | "body";
/** A call of a kind: another address, the same input and answer. */
type CallLike<E extends Endpoint, Answer extends TSchema | FileAnswer = E["answer"]> = Endpoint<
  EndpointDescription<PartOf<E, "params">, PartOf<E, "query">, PartOf<E, "body">, Answer>
> &
  Pick<E, Extract<keyof E, Input>>;
type JobCalls = typeof jobRegistryEndpoints;

/**
 * The calls every kind has; rows differ from kind to kind, so their answers are taken as
 * `RegistryRow`.
 */
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
      | "paste"
      | "updateFile"
      | "pasteRows"
      | "cancel"
      | "deleteItem"
  ]: CallLike<JobCalls[Verb]>;
} & { readonly [Verb in "info" | "updateItem"]: CallLike<JobCalls[Verb], TSchema> } & {
  readonly items: Endpoint & Pick<JobCalls["items"], "params"> & { readonly answer: TSchema };
};

/** How a column of the file looks in the table of rows. */
interface CellLook {
  /** Head of the column, where the file's own title is too long for it. */
  readonly title?: string;
  readonly widthPx: number;
  readonly align?: "right";
  readonly inputMode?: "numeric" | "decimal";
  /** As of a list's column; shown at once where a row of the page has a remark there. */
  readonly isHidden?: ListColumn<never>["isHidden"];
}

/**
 * A kind of registry as the screens of the console need it: list, upload and page take it as a
 * value.
 */
export interface RegistryKind {
  readonly name: RegistryKindName;
  readonly info: RegistryKindInfo;
  /** Refine resource of its rows. */
  readonly itemsResource: string;
  /** Address of its list; the upload and a registry stand below it. */
  readonly path: string;
  readonly listTitle: string;
  readonly uploadTitle: string;
  readonly edit: Permission;
  /**
   * «Выплачиваем», beside the bar, and what is counted there: rows with errors are not executed, so
   * there are less of them than rows.
   */
  readonly executing: string;
  readonly executed: { readonly count: PluralForms; readonly of: PluralForms };
  readonly calls: RegistryCalls;
  /** States of its rows. */
  readonly stateTitles: Readonly<Record<string, string>>;
  readonly rowTones: Readonly<Record<string, StateTone>>;
  /**
   * Columns of the file in the order of the screen; those it does not name are left to the column
   * settings.
   */
  readonly cells: Readonly<Record<string, CellLook>>;
  /** Columns only those see who see sums. */
  readonly sumColumns: readonly string[];
}

export interface RegistryPartProps<Info> {
  readonly info: Info;
  readonly onChanged: () => void;
}

export interface RegistryCommandsProps<Info> extends RegistryPartProps<Info> {
  /** Shows the first row with an error. */
  readonly onFix: () => void;
  /**
   * Sends what is still held back, so that the registry that is executed is the one on the screen.
   */
  readonly settle: () => Promise<void>;
}

/** What the table of results needs of the page. */
export interface ResultContext<Info, Item> extends RegistryPartProps<Info> {
  /** Opens the row's drawer. */
  readonly open: (item: Item) => void;
}

/** What a kind adds to the page of a registry. */
export interface RegistryParts<Info extends RegistryInfo, Item extends RegistryRow> {
  /** Figures above the rows, filters of them. */
  readonly Stats: ComponentType<{ readonly info: Info; readonly list: PagedList<Item> }>;
  readonly Commands: ComponentType<RegistryCommandsProps<Info>>;
  /** Between the title and the figures: what the registry waits for. */
  readonly Notices?: ComponentType<RegistryPartProps<Info>>;
  /** Columns and commands of the rows once it is executed, and the windows they open. */
  readonly useResults: (context: ResultContext<Info, Item>) => {
    readonly columns: readonly ListColumn<Item>[];
    readonly windows: ReactNode;
  };
  /** What became of a row, in its drawer below its cells. */
  readonly RowFacts: ComponentType<RegistryPartProps<Info> & { readonly item: Item }>;
}

export function uploadPathOf({ path }: RegistryKind): string {
  return `${path}/upload`;
}

/** Files a registry is read from. */
export const FILE_ENDINGS = [".xlsx", ".csv", ".txt"] as const;
