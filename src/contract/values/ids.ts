import { Type } from "typebox";

/**
 * Id of a record on the wire: a positive integer, so that `/jobs/{id}` "contains no letters"
 * (specification §5). Inside the server ids of large tables are `bigint`; they never pass 2^53.
 */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Path parameter `{id}` of a call that names a record. */
export const idParams = Type.Object({ id: Id });

/**
 * Id that a stranger may hold (an invitation in an SMS): 128 random bits as 32 lower-case
 * hexadecimal digits, because paths are lower-cased. Source: `reliability.md`, traps in the
 * specification.
 */
export const SecretId = Type.String({ pattern: "^[0-9a-f]{32}$" });
