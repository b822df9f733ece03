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
  /** Paths of the same section that do not begin with `to`. */
  readonly alsoAt?: readonly string[];
  /**
   * Label in a phone's bottom bar, for its four sections. The bell and the person's menu are in the
   * header.
   */
  readonly barLabel?: string;
}

interface PaletteCommand {
  readonly label: string;
  readonly access: Access;
  readonly run: { readonly to: string } | { readonly modal: "balance-top-up" | "employee-invite" };
}

/** Record search of the palette, by number, name, ИНН or phone. */
export interface PaletteFinder {
  /** Heading of the results: «Реестры». */
  readonly title: string;
  readonly access: Access;
  readonly find: (
    text: string,
    signal: AbortSignal,
  ) => Promise<readonly { readonly label: string; readonly to: string }[]>;
}

export interface ContractResource {
  /** Unique; also the channel of live events: `payroll-registries`. */
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
  /**
   * Access by Refine action: `{ list: "payroll-registries.view", create: "payroll-registries.edit"
   * }`.
   */
  readonly access?: Readonly<Record<string, Access>>;
}

/** Public part of a console folder; the rest of the folder is private. */
export interface NounModule {
  readonly menu?: readonly MenuLink[];
  readonly commands?: readonly PaletteCommand[];
  readonly finders?: readonly PaletteFinder[];
  readonly resources?: readonly ContractResource[];
  readonly modals?: ModalEntries;
}
