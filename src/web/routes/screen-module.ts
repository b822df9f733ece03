import type { ComponentType } from "react";
import type { AnyPublicPage } from "./page-module.ts";

/** Pages of the site export `page` too. */
export interface ScreenModule {
  readonly default: ComponentType;
  readonly page?: AnyPublicPage;
}
