/** As delivered. */
import "#server/cli.ts";
