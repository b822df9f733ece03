import { buildContent } from "./build-content.ts";

/** `npm run content`. */
buildContent();
