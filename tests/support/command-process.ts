/** The commands of the product, as they are delivered. */
import "#server/cli.ts";
