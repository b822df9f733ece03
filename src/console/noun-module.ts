import type { ComponentType } from "react";
import type { Access } from "#contract/access/access.ts";
import type { ApiBase } from "#contract/kernel/api-bases.ts";
import type { ModalEntries } from "#web/modals/modal-catalogue.ts";
import type { ResourceEndpoints } from "#console/refine/contract-data-provider.ts";

export const MENU_SECTIONS = [
  "Работа",
  "Выплаты",
  "Исполнители",
  "Документы",
  "Деньги",
  "Компания",
  "Профиль",
] as const;
type MenuSection = (typeof MENU_SECTIONS)[number];

export interface MenuLink {
  readonly to: string;
  readonly label: string;
  readonly section: MenuSection;
  readonly access: Access;
  readonly icon: ComponentType<{ readonly "aria-hidden"?: boolean }>;
  /** Other paths of the section. */
  readonly alsoAt?: readonly string[];
  /** Title in a phone's bottom bar. */
  readonly barLabel?: string;
}

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
  readonly menu?: readonly MenuLink[];
  readonly commands?: readonly PaletteCommand[];
  readonly finders?: readonly PaletteFinder[];
  readonly resources?: readonly ContractResource[];
  readonly modals?: ModalEntries;
}
