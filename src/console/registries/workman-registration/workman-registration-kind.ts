import { ROWS } from "#contract/values/plural.ts";
import { REGISTRY_PLACES, registryPath } from "#contract/registries/registry-places.ts";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import { workmanRegistrationRegistryEndpoints } from "#contract/registries/workman-registry-endpoints.ts";
import { APPLIED_ROWS, type AppliedKind } from "../applied/applied-kind.ts";

/** Each person confirms the prefilled data. */
export const WORKMAN_REGISTRATION: AppliedKind = {
  ...APPLIED_ROWS,
  name: "workman-registration",
  info: REGISTRY_KINDS["workman-registration"],
  path: registryPath("workman-registration"),
  uploadTitle: "Загрузка реестра регистрации",
  edit: REGISTRY_PLACES["workman-registration"].edit,
  executing: "Приглашаем завершить регистрацию",
  executed: ROWS,
  calls: workmanRegistrationRegistryEndpoints,
  apply: workmanRegistrationRegistryEndpoints,
  started: "Исполнителям отправляются ссылки",
  cells: {
    phone: { title: "Телефон", widthPx: 148, inputMode: "numeric" },
    lastName: { title: "Фамилия", widthPx: 112 },
    firstName: { title: "Имя", widthPx: 98 },
    middleName: { title: "Отчество", widthPx: 112, isHidden: "narrow" },
    inn: { title: "ИНН", widthPx: 126, inputMode: "numeric" },
    citizenship: { title: "Гражданство", widthPx: 120, isHidden: "narrow" },
    birthDate: { title: "Родился", widthPx: 102, isHidden: "narrow" },
  },
};
