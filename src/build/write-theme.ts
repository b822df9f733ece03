import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { themeVariables } from "#web/theme/theme-tokens.ts";

/**
 * `npm run theme`: the site's CSS variables from the tokens; a test fails when they are out of
 * date.
 */
writeFileSync(resolve(import.meta.dirname, "../web/theme/theme-variables.css"), themeVariables());
