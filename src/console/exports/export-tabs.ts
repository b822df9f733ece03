import type { ListTab } from "#console/kit/list-tabs.tsx";

export const EXPORT_TABS: readonly ListTab[] = [
  { to: "/profile/account/uploads", label: "Файлы" },
  { to: "/profile/account/uploads/schedules", label: "Каждый месяц" },
];
