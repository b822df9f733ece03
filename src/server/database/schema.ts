/** Every table as Kysely sees it: table name → columns. */
export interface Schema {}
