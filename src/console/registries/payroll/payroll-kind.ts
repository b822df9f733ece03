import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { PAYROLL_ITEM_STATE } from "#contract/registries/registry-item-states.ts";
import { REGISTRY_PLACES, registryPath } from "#contract/registries/registry-places.ts";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import type { RegistryKind } from "../registry-kind.ts";

export const PAYROLL: RegistryKind = {
  name: "payroll",
  info: REGISTRY_KINDS.payroll,
  path: registryPath("payroll"),
  uploadTitle: "Загрузка реестра выплат",
  edit: REGISTRY_PLACES.payroll.edit,
  executing: "Выплачиваем",
  executed: ["выплата", "выплаты", "выплат"],
  failed: "Не прошло",
  calls: payrollRegistryEndpoints,
  stateTitles: PAYROLL_ITEM_STATE.titles,
  rowTones: PAYROLL_ITEM_STATE.tones,
  sumColumns: ["amount"],
  cells: {
    inn: { title: "ИНН", widthPx: 126, inputMode: "numeric" },
    fullName: { title: "ФИО", widthPx: 170 },
    serviceCode: { title: "Код", widthPx: 62, inputMode: "numeric" },
    amount: { widthPx: 112, align: "right", inputMode: "decimal" },
    workStart: { title: "Начало", widthPx: 102, isHidden: "narrow" },
    workEnd: { title: "Окончание", widthPx: 104, isHidden: "narrow" },
    receiptText: { widthPx: 130, isHidden: "narrow" },
  },
};
