import type { ComponentType } from "react";
import type { Params } from "react-router";
import type { Access } from "#contract/access/access.ts";
import type { ApiBase } from "#contract/http/api-bases.ts";
import type { ModalEntries } from "./modal-catalogue.ts";
import type { AnyPublicPage } from "./page-module.ts";
import type { ResourceEndpoints } from "./data/contract-data-provider.ts";

/**
 * A file that exports its screen as default; loaded when the address is visited. A page of the site
 * exports `page` beside it.
 */
export type ScreenModule = () => Promise<{ default: ComponentType; page?: AnyPublicPage }>;

/** One address of the product. */
export interface ScreenRoute {
  /** Lower-case path of React Router: `/profile/payroll-registry/:id`. */
  readonly path: string;
  readonly access: Access;
  /** What the trail calls it; a record names itself by `usePageTitle`. */
  readonly crumb?: string;
  readonly screen: ScreenModule;
  /**
   * Which parameters the page answers where the path says too little: `/jobs/create` is no group of
   * services.
   */
  readonly accepts?: (params: Params) => boolean;
}

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
export type MenuSection = (typeof MENU_SECTIONS)[number];

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
export interface PaletteCommand {
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

/** What a folder of `resources` hands to the app: everything else in it is private. */
export interface NounModule {
  readonly routes: readonly ScreenRoute[];
  readonly menu?: readonly MenuLink[];
  readonly commands?: readonly PaletteCommand[];
  readonly finders?: readonly PaletteFinder[];
  readonly resources?: readonly ContractResource[];
  readonly modals?: ModalEntries;
}
