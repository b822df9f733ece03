/** Numbers are per kind. */
export const REGISTRY_TITLES = {
  payroll: "Реестр выплат",
  job: "Реестр заданий",
  workman: "Реестр приглашений",
  "workman-registration": "Реестр регистрации",
} as const;
export type RegistryKindName = keyof typeof REGISTRY_TITLES;

export function registryTitle(kind: RegistryKindName, number: number): string {
  return `${REGISTRY_TITLES[kind]} № ${number}`;
}
