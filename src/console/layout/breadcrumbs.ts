/** Label of each path segment. Source: specification §2, «Breadcrumbs»; Russian words: `domain.md` §5.3. */
const SEGMENT_LABELS: Readonly<Record<string, string>> = {
  contacts: "Контакты",
  profile: "Личный кабинет",
  workman: "Профиль исполнителя",
  workmans: "Исполнители",
  editprofile: "Профиль пользователя",
  settings: "Письма и СМС",
  jobs: "Задания",
  create: "Создание задания",
  customer: "Я заказчик",
  "workman-offer": "Отклики",
  "workman-offer-accepted": "Я исполнитель",
  "workman-invite": "Приглашения",
  account: "Кабинет заказчика",
  documents: "Правовые документы",
  acts: "Акты от платформы",
  balance: "Баланс",
  services: "Выбор категории",
  faq: "База знаний",
  about: "О платформе",
  blog: "Блог",
  income: "Доход",
  accounts: "Заказчики",
  "workman-registry": "Загрузка реестра исполнителей",
  "job-registry": "Загрузка реестра заданий",
  "terms-of-use": "Пользовательское соглашение",
  "data-policy": "Политика конфиденциальности",
  "customer-contract": "Договор с заказчиком",
  contract: "Договор возмездного оказания услуг",
  transactions: "Операции",
  invoices: "Счета",
  "mass-arbitrate": "Массовое изменение выплат",
  import: "Загрузки",
  upload: "Загрузка реестра",
  accept: "Массовое закрытие заданий",
  "workman-registration-registry": "Загрузка исполнителей",
  employees: "Избранные исполнители",
  taxes: "Налоги",
  "payroll-registry": "Выплаты исполнителям",
  notifications: "Уведомления",
  authorization: "Авторизация",
  login: "Вход",
  registration: "Регистрация",
  "registration-opf": "Выбор правовой формы",
  "workman-registry-invite": "Приглашение исполнителя",
  "workman-registry-registration": "Регистрация исполнителя",
  "smz-update": "Исправление данных",
  "document-templates": "Шаблоны документов",
  archive: "Архив",
  uploads: "Выгрузки",
  log: "Журнал действий",
  "blacklist-registry": "Чёрный список",
  edo: "Документооборот",
  fns: "Мой налог",
  "payment-methods": "Способы получения выплат",
  questionnaire: "Анкета",
  "my-tax": "Как подключить «Мой налог»",
  "how-registration-smz": "Как стать самозанятым",
  completed: "Выполненные",
  finished: "Завершённые",
  "in-progress": "В работе",
  waiting: "Ожидают",
  sandbox: "Песочница",
  summary: "Сводка",
};

/** Where one word means two things the parent decides: worker's papers are not legal documents. */
const PATH_LABELS: Readonly<Record<string, string>> = {
  "/profile/workman/documents": "Документы",
  "/profile/account/documents": "Документы",
  "/workman-invite": "Приглашение в задание",
  "/jobs/workman": "Я исполнитель",
  "/profile/workman/services": "Мои услуги",
  "/profile/account/document-templates/upload": "Загрузка шаблона",
};

/** The root of every trail. Source: specification §2, «empty = platform for the self-employed». */
export const HOME_LABEL = "Платформа для самозанятых";

export interface Breadcrumb {
  readonly label: string;
  /** Where it leads; `null` for the last one and for an address without a page. */
  readonly to: string | null;
}

/**
 * The trail of an address: ids are skipped, unknown segments too, the last crumb is not a link.
 *
 * @param title - the page's own name for the last crumb, e.g. «Реестр № 15».
 * @param hasPage - whether an address has a page; crumbs that lead nowhere are plain text.
 */
export function breadcrumbsOf(pathname: string, hasPage: (path: string) => boolean, title?: string): Breadcrumb[] {
  const segments = pathname.split("/").filter(Boolean);
  const crumbs: { label: string; path: string }[] = [{ label: HOME_LABEL, path: "/" }];
  segments.forEach((segment, index) => {
    const path = `/${segments.slice(0, index + 1).join("/")}`;
    const label = PATH_LABELS[path] ?? SEGMENT_LABELS[segment.toLowerCase()];
    if (label) crumbs.push({ label, path });
  });
  const endsWithId = segments.length > 0 && crumbs.at(-1)?.path !== `/${segments.join("/")}`;
  if (title && endsWithId) crumbs.push({ label: title, path: pathname });
  else if (title && crumbs.length > 1) crumbs[crumbs.length - 1] = { label: title, path: pathname };
  return crumbs.map(({ label, path }, index) => ({ label, to: index < crumbs.length - 1 ? addressWithPage(path, hasPage) : null }));
}

/** Sections above a page under `/app` stand without that prefix: «Личный кабинет» of `/app/profile/summary` is `/profile`. */
function addressWithPage(path: string, hasPage: (path: string) => boolean): string | null {
  return [path, path.replace(/^\/app(?=\/)/, "")].find(hasPage) ?? null;
}

/** Title of the browser's tab: the page first, the platform last. */
export function documentTitleOf(crumbs: readonly Breadcrumb[]): string {
  return crumbs
    .slice(1)
    .map(({ label }) => label)
    .reverse()
    .concat(HOME_LABEL)
    .join(" — ");
}
