import { Type } from "typebox";

/**
 * Positive, so that `/jobs/{id}` "contains no letters" (specification §5). In the server ids of
 * large tables are `bigint`; they never pass 2^53.
 */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const idParams = Type.Object({ id: Id });

/**
 * For strangers (an invitation in an SMS): 128 random bits, lower-case hexadecimal because paths
 * are lower-cased. Source: `reliability.md`, traps in the specification.
 */
export const SecretId = Type.String({ pattern: "^[0-9a-f]{32}$" });
