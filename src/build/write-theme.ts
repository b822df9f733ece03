import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { themeVariables } from "#web/theme/theme-tokens.ts";

/** `npm run theme`; a test fails when the CSS is out of date. */
writeFileSync(resolve(import.meta.dirname, "../web/theme/theme-variables.css"), themeVariables());
