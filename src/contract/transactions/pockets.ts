import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

/**
 * Where a worker's money is; his operations in each sum to its figure, all of them to the three
 * together. Source: issue 30, §1.2.
 */
export const POCKET = defineEnumeration({
  AVAILABLE: "Доступно",
  ON_THE_WAY: "В пути",
  NOT_ARRIVED: "Не дошло",
});
export type Pocket = IdOf<typeof POCKET>;
