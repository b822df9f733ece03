import type { ListTab } from "#console/kit/list-tabs.tsx";

/** Files that were ordered, and those that are made each month. */
export const EXPORT_TABS: readonly ListTab[] = [
  { to: "/profile/account/uploads", label: "Файлы" },
  { to: "/profile/account/uploads/schedules", label: "Каждый месяц" },
];
