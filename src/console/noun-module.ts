import type { ComponentType } from "react";
import type { Access } from "#contract/access/access.ts";
import type { ApiBase } from "#contract/kernel/api-bases.ts";
import type { ModalEntries } from "#web/modals/modal-catalogue.ts";
import type { ResourceEndpoints } from "#console/refine/contract-data-provider.ts";

/** Groups of the console's menu, in order. */
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

/** A link of the console's menu; shown when `access` allows it. */
export interface MenuLink {
  readonly to: string;
  readonly label: string;
  readonly section: MenuSection;
  readonly access: Access;
  readonly icon: ComponentType<{ readonly "aria-hidden"?: boolean }>;
  /** Addresses of the same section that do not begin with `to`. */
  readonly alsoAt?: readonly string[];
  /**
   * Its word among the four of the bar at a phone's bottom. What the header has there too, the bell
   * and the person's menu, is not among them.
   */
  readonly barLabel?: string;
}

/** What the palette offers: a page to open or a window. */
interface PaletteCommand {
  readonly label: string;
  readonly access: Access;
  readonly run: { readonly to: string } | { readonly modal: "balance-top-up" | "employee-invite" };
}

/** Records the palette finds by what is typed: a number, a name, an ИНН, a phone. */
export interface PaletteFinder {
  /** Heading of what it finds: «Реестры». */
  readonly title: string;
  readonly access: Access;
  readonly find: (
    text: string,
    signal: AbortSignal,
  ) => Promise<readonly { readonly label: string; readonly to: string }[]>;
}

/** A Refine resource with the calls its provider makes. */
export interface ContractResource {
  /** Unique in the product, the channel of live events as well: `payroll-registries`. */
  readonly name: string;
  readonly label: string;
  readonly base: ApiBase;
  readonly endpoints: ResourceEndpoints;
  /** Addresses Refine's links lead to. */
  readonly paths?: {
    readonly list?: string;
    readonly create?: string;
    readonly show?: string;
    readonly edit?: string;
  };
  /**
   * Access by Refine's action: `{ list: "payroll-registries.view", create:
   * "payroll-registries.edit" }`.
   */
  readonly access?: Readonly<Record<string, Access>>;
}

/** What a folder of the console hands to the app: everything else in it is private. */
export interface NounModule {
  readonly menu?: readonly MenuLink[];
  readonly commands?: readonly PaletteCommand[];
  readonly finders?: readonly PaletteFinder[];
  readonly resources?: readonly ContractResource[];
  readonly modals?: ModalEntries;
}
