/** Refine resources and live channels. */
export const EXPORTS = "mass-arbitrate-exports";
export const IMPORTS = "mass-arbitrate-imports";
export const ITEMS = "mass-arbitrate-items";

export const EXPORTS_PATH = "/profile/mass-arbitrate";
export const IMPORTS_PATH = "/profile/mass-arbitrate/import";

export const TABS = [
  { to: EXPORTS_PATH, label: "Выгрузки" },
  { to: IMPORTS_PATH, label: "Загрузки" },
] as const;
