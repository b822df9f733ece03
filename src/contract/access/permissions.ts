/**
 * Permission → sentence of its tooltip and of the page of roles, in the order of the matrix of
 * `domain.md` §2.1.
 */
export const PERMISSIONS = {
  "account.view": "Смотреть профиль и реквизиты компании",
  "account.update": "Менять профиль и реквизиты компании",
  "account.delete": "Удалять компанию и передавать владение",
  "account-users.view": "Смотреть пользователей компании",
  "account-users.manage": "Добавлять, менять и удалять пользователей",
  "settings.view": "Смотреть настройки, правила согласования и ключи API",
  "settings.manage": "Менять настройки, правила согласования и ключи API",
  "money.view": "Видеть баланс и замороженные средства",
  "transactions.view": "Смотреть операции",
  "invoices.view": "Смотреть счета на оплату",
  "invoices.create": "Выставлять счета на оплату",
  "projects.view": "Смотреть проекты и теги",
  "projects.manage": "Создавать и менять проекты и теги",
  "jobs.view": "Смотреть задания",
  "jobs.manage": "Создавать, менять, публиковать и отменять задания",
  "jobs.force-cancel": "Отменять задания, которые уже выполняются",
  "offers.view": "Смотреть отклики и приглашения",
  "offers.manage": "Приглашать исполнителей, принимать и отклонять отклики",
  "results.accept": "Принимать результаты заданий",
  "arbitration.open": "Предлагать изменение выплаты",
  "receipts.reverse": "Аннулировать чеки",
  "job-registries.view": "Смотреть реестры заданий",
  "job-registries.manage": "Загружать и публиковать реестры заданий",
  "payroll-registries.view": "Смотреть реестры выплат",
  "payroll-registries.edit": "Загружать, исправлять и проверять реестры выплат",
  "payroll-registries.approve": "Согласовывать реестры выплат",
  "payroll-registries.execute": "Запускать и отменять выплаты по реестру",
  "mass-arbitrate.view": "Смотреть массовые изменения выплат",
  "mass-arbitrate.manage": "Выгружать, загружать и применять массовые изменения выплат",
  "workman-registries.view": "Смотреть реестры исполнителей",
  "workman-registries.manage": "Загружать реестры исполнителей и приглашать по ним",
  "employees.view": "Смотреть избранных исполнителей",
  "employees.manage": "Добавлять и убирать избранных исполнителей",
  "blacklist.view": "Смотреть чёрный список",
  "blacklist.manage": "Вести чёрный список",
  "workmen.personal-data": "Видеть ИНН и документы исполнителей полностью",
  "documents.view": "Смотреть и скачивать документы",
  "documents.sign": "Подписывать документы",
  "document-templates.view": "Смотреть шаблоны документов",
  "document-templates.manage": "Загружать, архивировать и возвращать шаблоны документов",
  "exports.create": "Заказывать и скачивать выгрузки",
  "log.view": "Смотреть журнал действий",
  "reviews.manage": "Оставлять отзывы об исполнителях",
} as const satisfies Record<string, string>;

export type Permission = keyof typeof PERMISSIONS;

export const PERMISSION_IDS = Object.keys(PERMISSIONS) as readonly Permission[];
