/** «Реестр заданий», before «№ 15»: each kind is numbered apart, so the number alone names nothing. */
export const REGISTRY_TITLES = {
  payroll: "Реестр выплат",
  job: "Реестр заданий",
  workman: "Реестр приглашений",
  "workman-registration": "Реестр регистрации",
} as const;
export type RegistryKindName = keyof typeof REGISTRY_TITLES;

/** «Реестр заданий № 15»: the only name of a registry, by its number inside the company. */
export function registryTitle(kind: RegistryKindName, number: number): string {
  return `${REGISTRY_TITLES[kind]} № ${number}`;
}
