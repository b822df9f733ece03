import { ROWS } from "#contract/values/plural.ts";
import { jobRegistryEndpoints } from "#contract/registries/job-registry-endpoints.ts";
import { REGISTRY_PLACES, registryPath } from "#contract/registries/registry-places.ts";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import { APPLIED_ROWS, type AppliedKind } from "../applied/applied-kind.ts";

export const JOB: AppliedKind = {
  ...APPLIED_ROWS,
  name: "job",
  info: REGISTRY_KINDS.job,
  path: registryPath("job"),
  uploadTitle: "Загрузка реестра заданий",
  edit: REGISTRY_PLACES.job.edit,
  executing: "Создаём задания",
  executed: ROWS,
  calls: jobRegistryEndpoints,
  apply: jobRegistryEndpoints,
  started: "Задания создаются и публикуются",
  cells: {
    title: { title: "Задание", widthPx: 160 },
    serviceCode: { title: "Код", widthPx: 62, inputMode: "numeric" },
    budget: { widthPx: 112, align: "right", inputMode: "decimal" },
    startDate: { title: "Начало", widthPx: 102, isHidden: true },
    finishDate: { title: "Окончание", widthPx: 104 },
    inn: { title: "ИНН", widthPx: 126, inputMode: "numeric" },
    phone: { title: "Телефон", widthPx: 148, inputMode: "numeric", isHidden: "narrow" },
    description: { widthPx: 150, isHidden: true },
    city: { widthPx: 110, isHidden: true },
  },
};
