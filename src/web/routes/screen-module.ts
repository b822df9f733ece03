import type { ComponentType } from "react";
import type { AnyPublicPage } from "./page-module.ts";

/** A file that exports its screen as default; a page of the site exports `page` beside it. */
export interface ScreenModule {
  readonly default: ComponentType;
  readonly page?: AnyPublicPage;
}
