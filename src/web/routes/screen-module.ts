import type { ComponentType } from "react";
import type { AnyPublicPage } from "./page-module.ts";

/** Site pages also export `page`. */
export interface ScreenModule {
  readonly default: ComponentType;
  readonly page?: AnyPublicPage;
}
