import type { StateTone } from "#contract/kernel/state-tone.ts";
import { REGISTRY_TONES, type RegistryState } from "./registry-states.ts";

/** While the platform cannot go on with it, and tries again by itself. */
export const DELAYED_REGISTRIES: Readonly<
  Partial<Record<RegistryState, { readonly title: string; readonly happened: string }>>
> = {
  UPLOADED: { title: "Проверка отложена", happened: "Проверить файл не удалось" },
  VALIDATING: { title: "Проверка отложена", happened: "Проверить файл не удалось" },
  SCHEDULED: { title: "Запуск отложен", happened: "Запустить реестр не удалось" },
  EXECUTING: { title: "Выполнение отложено", happened: "Выполнить реестр до конца не удалось" },
};

/** @param problem - why it failed, or is delayed. */
export function registryTone(state: RegistryState, problem: string | null): StateTone {
  return problem !== null && DELAYED_REGISTRIES[state] ? "warning" : REGISTRY_TONES[state];
}
