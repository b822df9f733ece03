/** The product's commands, as delivered. */
import "#server/cli.ts";
