import { Type } from "typebox";

/**
 * A positive integer, so that `/jobs/{id}` "contains no letters" (specification §5). Ids of large
 * tables are `bigint` in the server; they never pass 2^53.
 */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const idParams = Type.Object({ id: Id });

/**
 * Id given to a stranger (an invitation in an SMS): 128 random bits as 32 lower-case hexadecimal
 * digits, because paths are lower-cased. Source: `reliability.md`, traps in the specification.
 */
export const SecretId = Type.String({ pattern: "^[0-9a-f]{32}$" });
