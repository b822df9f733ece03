/**
 * By path segment, or by path where that is ambiguous. Source: specification §2, «Breadcrumbs»;
 * Russian: `domain.md` §5.3.
 */
export type CrumbLabels = Readonly<Record<string, string>>;

/** Console pages have theirs beside the route. */
const PUBLIC_LABELS: CrumbLabels = {
  "/workman-invite": "Приглашение в задание",
  "/not-me": "Это не я",
  contacts: "Контакты",
  profile: "Личный кабинет",
  workmans: "Исполнители",
  jobs: "Задания",
  "workman-invite": "Приглашения",
  documents: "Правовые документы",
  services: "Выбор категории",
  faq: "База знаний",
  about: "О платформе",
  blog: "Блог",
  accounts: "Заказчики",
  "terms-of-use": "Пользовательское соглашение",
  "data-policy": "Политика конфиденциальности",
  "customer-contract": "Договор с заказчиком",
  contract: "Договор возмездного оказания услуг",
  notifications: "Уведомления",
  authorization: "Авторизация",
  login: "Вход",
  registration: "Регистрация",
  "registration-opf": "Выбор правовой формы",
  "workman-registry-invite": "Приглашение исполнителя",
  "workman-registry-registration": "Регистрация исполнителя",
  sandbox: "Песочница",
};

let labels: CrumbLabels = PUBLIC_LABELS;

/** What a page is called in its trail, its menu, its tab and its title. */
export function crumbOf(path: string): string {
  return labels[path] ?? labels[path.slice(path.lastIndexOf("/") + 1)] ?? "";
}

export function provideCrumbLabels(provided: CrumbLabels): void {
  labels = { ...labels, ...provided };
}

/** Source: specification §2, «empty = platform for the self-employed». */
export const HOME_LABEL = "Платформа для самозанятых";

export interface Breadcrumb {
  readonly label: string;
  /** `null`: the last one, or no page there. */
  readonly to: string | null;
}

/**
 * Skips ids and unknown segments.
 *
 * @param title - of the last one: «Реестр № 15».
 * @param hasPage - other paths are plain text.
 */
export function breadcrumbsOf(
  pathname: string,
  hasPage: (path: string) => boolean,
  title?: string,
): Breadcrumb[] {
  const segments = pathname.split("/").filter(Boolean);
  const crumbs: { label: string; path: string }[] = [{ label: HOME_LABEL, path: "/" }];
  segments.forEach((segment, index) => {
    const path = `/${segments.slice(0, index + 1).join("/")}`;
    const label = crumbOf(path.toLowerCase());
    if (label) crumbs.push({ label, path });
  });
  const endsWithId = segments.length > 0 && crumbs.at(-1)?.path !== `/${segments.join("/")}`;
  if (title && endsWithId) crumbs.push({ label: title, path: pathname });
  else if (title && crumbs.length > 1) crumbs[crumbs.length - 1] = { label: title, path: pathname };
  return crumbs.map(({ label, path }, index) => ({
    label,
    to: index < crumbs.length - 1 ? addressWithPage(path, hasPage) : null,
  }));
}

/** Parents of `/app` pages lack that prefix. */
function addressWithPage(path: string, hasPage: (path: string) => boolean): string | null {
  return [path, path.replace(/^\/app(?=\/)/, "")].find(hasPage) ?? null;
}

export function documentTitleOf(crumbs: readonly Breadcrumb[]): string {
  return crumbs
    .slice(1)
    .map(({ label }) => label)
    .reverse()
    .concat(HOME_LABEL)
    .join(" — ");
}
