import type { Access } from "#contract/access/access.ts";
import type { ApiBase } from "#contract/kernel/api-bases.ts";
import type { ModalEntries } from "#web/modals/modal-catalogue.ts";
import type { ResourceEndpoints } from "#console/refine/contract-data-provider.ts";

interface PaletteCommand {
  readonly label: string;
  readonly access: Access;
  readonly run: { readonly to: string } | { readonly modal: "balance-top-up" | "employee-invite" };
}

/** By number, name, ИНН or phone. */
export interface PaletteFinder {
  readonly title: string;
  readonly access: Access;
  readonly find: (
    text: string,
    signal: AbortSignal,
  ) => Promise<readonly { readonly label: string; readonly to: string }[]>;
}

export interface ContractResource {
  /** Unique; also the live channel: `payroll-registries`. */
  readonly name: string;
  readonly label: string;
  readonly base: ApiBase;
  readonly endpoints: ResourceEndpoints;
  readonly paths?: {
    readonly list?: string;
    readonly create?: string;
    readonly show?: string;
    readonly edit?: string;
  };
  /** By Refine action: `{ list: "payroll-registries.view", create: "payroll-registries.edit" }`. */
  readonly access?: Readonly<Record<string, Access>>;
}

export interface NounModule {
  readonly commands?: readonly PaletteCommand[];
  readonly finders?: readonly PaletteFinder[];
  readonly resources?: readonly ContractResource[];
  readonly modals?: ModalEntries;
}
