import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";

/** Words and addresses of «Реестр выплат». */
export const PAYROLL = {
  title: "Выплаты исполнителям",
  listLabel: "Реестры выплат",
  path: "/profile/payroll-registry",
  uploadPath: "/profile/payroll-registry/upload",
  columns: PAYROLL_COLUMNS,
} as const;
