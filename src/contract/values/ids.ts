import { Type } from "typebox";

/**
 * Positive: `/jobs/{id}` "contains no letters" (specification §5). `bigint` ids of the server never
 * pass 2^53.
 */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const idParams = Type.Object({ id: Id });

/**
 * Secret of a link: 128 random bits; lower case like paths. Source: `reliability.md`, traps in the
 * specification.
 */
export const SecretId = Type.String({ pattern: "^[0-9a-f]{32}$" });
