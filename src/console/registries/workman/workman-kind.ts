import { ROWS } from "#contract/values/plural.ts";
import { REGISTRY_PLACES, registryPath } from "#contract/registries/registry-places.ts";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import { workmanRegistryEndpoints } from "#contract/registries/workman-registry-endpoints.ts";
import { APPLIED_ROWS, type AppliedKind } from "../applied/applied-kind.ts";

export const WORKMAN: AppliedKind = {
  ...APPLIED_ROWS,
  name: "workman",
  info: REGISTRY_KINDS.workman,
  path: registryPath("workman"),
  uploadTitle: "Загрузка реестра приглашений",
  edit: REGISTRY_PLACES.workman.edit,
  executing: "Отправляем приглашения",
  executed: ROWS,
  calls: workmanRegistryEndpoints,
  apply: workmanRegistryEndpoints,
  started: "Приглашения отправляются",
  cells: {
    phone: { title: "Телефон", widthPx: 148, inputMode: "numeric" },
    firstName: { title: "Имя", widthPx: 160 },
    inn: { title: "ИНН", widthPx: 126, inputMode: "numeric" },
    email: { widthPx: 180, isHidden: "narrow" },
    project: { widthPx: 120, isHidden: "narrow" },
  },
};
