import { namesGroup, namesGroupOrService } from "./job-addresses.ts";
import type { PageRoute } from "./page-route.ts";
import { REGISTRY_ROUTES } from "./registry-routes.ts";

/** Source: specification §2. */
export const CONSOLE_ROUTES: readonly PageRoute[] = [
  {
    path: "/profile/jobs",
    access: "signed-in",
    screen: "console/jobs/job-list.tsx",
    crumb: "Мои задания",
  },
  {
    path: "/profile/jobs/waiting",
    access: "signed-in",
    screen: "console/jobs/job-list.tsx",
    crumb: "Ожидают",
  },
  {
    path: "/profile/jobs/in-progress",
    access: "signed-in",
    screen: "console/jobs/job-list.tsx",
    crumb: "В работе",
  },
  {
    path: "/profile/jobs/completed",
    access: "signed-in",
    screen: "console/jobs/job-list.tsx",
    crumb: "Выполненные",
  },
  {
    path: "/profile/jobs/finished",
    access: "signed-in",
    screen: "console/jobs/job-list.tsx",
    crumb: "Завершённые",
  },
  {
    path: "/profile/jobs/workman-invite",
    access: "workman",
    screen: "console/jobs/job-list.tsx",
    crumb: "Приглашения",
  },
  {
    path: "/profile/jobs/workman-offer",
    access: "workman",
    screen: "console/jobs/job-list.tsx",
    crumb: "Отклики",
  },
  {
    path: "/profile/jobs/workman-offer-accepted",
    access: "workman",
    screen: "console/jobs/job-list.tsx",
    crumb: "Я исполнитель",
  },
  {
    path: "/jobs/create",
    access: "jobs.manage",
    screen: "console/jobs/job-create-page.tsx",
    crumb: "Создание задания",
  },
  {
    path: "/jobs/customer",
    access: "jobs.view",
    screen: "console/jobs/job-list.tsx",
    crumb: "Я заказчик",
  },
  {
    path: "/jobs/customer/:group",
    access: "jobs.view",
    screen: "console/jobs/job-list.tsx",
    accepts: namesGroupOrService,
  },
  {
    path: "/jobs/customer/:group/:service",
    access: "jobs.view",
    screen: "console/jobs/job-list.tsx",
    accepts: namesGroup,
  },
  {
    path: "/jobs/workman",
    access: "workman",
    screen: "console/jobs/job-list.tsx",
    crumb: "Я исполнитель",
  },
  {
    path: "/jobs/workman/:group",
    access: "workman",
    screen: "console/jobs/job-list.tsx",
    accepts: namesGroupOrService,
  },
  {
    path: "/jobs/workman/:group/:service",
    access: "workman",
    screen: "console/jobs/job-list.tsx",
    accepts: namesGroup,
  },

  {
    path: "/profile/jobs/accept",
    access: "results.accept",
    screen: "console/job-offers/acceptance-list.tsx",
    crumb: "Приёмка результатов",
  },

  { path: "/profile", access: "signed-in", screen: "console/accounts/personal-area-page.tsx" },
  {
    path: "/profile/account",
    access: "account",
    screen: "console/accounts/account-show.tsx",
    crumb: "Кабинет заказчика",
  },
  {
    path: "/app/profile/summary",
    access: "account",
    screen: "console/accounts/summary/summary-page.tsx",
    crumb: "Сводка",
  },

  {
    path: "/profile/account/invoices",
    access: "invoices.view",
    screen: "console/invoices/invoice-list.tsx",
    crumb: "Счета",
  },
  {
    path: "/profile/account/invoices/payments",
    access: "invoices.view",
    screen: "console/invoices/incoming-payment-list.tsx",
    crumb: "Поступления",
  },
  {
    path: "/profile/account/invoices/balance",
    access: "transactions.view",
    screen: "console/invoices/balance-days-page.tsx",
    crumb: "Остаток по дням",
  },

  { path: "/notifications", access: "signed-in", screen: "console/notices/notice-list.tsx" },
  {
    path: "/notifications/settings",
    access: "signed-in",
    screen: "console/notices/notice-settings-page.tsx",
    crumb: "Настройка уведомлений",
  },

  {
    path: "/profile/editprofile",
    access: "signed-in",
    screen: "console/own-data/own-data-page.tsx",
    crumb: "Профиль пользователя",
  },

  {
    path: "/profile/workman/income",
    access: "workman",
    screen: "console/payouts/income/income-page.tsx",
    crumb: "Доход",
  },
  {
    path: "/profile/account/payouts",
    access: "transactions.view",
    screen: "console/payouts/company-payout-list.tsx",
    crumb: "Выплаты",
  },
  {
    path: "/profile/account/receipts",
    access: "documents.view",
    screen: "console/payouts/receipt-list.tsx",
    crumb: "Чеки",
  },

  ...REGISTRY_ROUTES,

  {
    path: "/profile/employees",
    access: "employees.view",
    screen: "console/employees/employee-list.tsx",
    crumb: "Избранные исполнители",
  },

  {
    path: "/profile/blacklist-registry",
    access: "blacklist.view",
    screen: "console/blacklist/blacklist-list.tsx",
    crumb: "Чёрный список",
  },

  {
    path: "/profile/mass-arbitrate",
    access: "mass-arbitrate.view",
    screen: "console/mass-arbitrate/export-list.tsx",
    crumb: "Массовое изменение выплат",
  },
  {
    path: "/profile/mass-arbitrate/import",
    access: "mass-arbitrate.view",
    screen: "console/mass-arbitrate/import-list.tsx",
    crumb: "Загрузки",
  },
  {
    path: "/profile/mass-arbitrate/import/upload",
    access: "mass-arbitrate.manage",
    screen: "console/mass-arbitrate/import-upload.tsx",
    crumb: "Загрузка реестра",
  },
  {
    path: "/profile/mass-arbitrate/import/:id",
    access: "mass-arbitrate.view",
    screen: "console/mass-arbitrate/import-show.tsx",
  },

  {
    path: "/profile/account/transactions",
    access: "transactions.view",
    screen: "console/transactions/transaction-list.tsx",
    crumb: "Операции",
  },
  {
    path: "/profile/account/transactions/reconciliation",
    access: "transactions.view",
    screen: "console/transactions/reconciliation-page.tsx",
    crumb: "Сверка",
  },

  {
    path: "/profile/account/risks",
    access: "transactions.view",
    screen: "console/risks/risks-page.tsx",
    crumb: "Риски",
  },

  {
    path: "/profile/workman/payment-methods",
    access: "workman",
    screen: "console/workman-wallet/payment-methods-page.tsx",
    crumb: "Способы выплаты",
  },

  {
    path: "/profile/account/documents",
    access: "documents.view",
    screen: "console/job-documents/document-list.tsx",
    crumb: "Договоры и акты",
  },
  {
    path: "/profile/account/acts",
    access: "documents.view",
    screen: "console/job-documents/platform-act-list.tsx",
    crumb: "Акты от платформы",
  },

  {
    path: "/profile/account/document-templates",
    access: "document-templates.view",
    screen: "console/document-templates/template-list.tsx",
    crumb: "Шаблоны документов",
  },
  {
    path: "/profile/account/document-templates/archive",
    access: "document-templates.view",
    screen: "console/document-templates/template-archive-list.tsx",
    crumb: "Архив",
  },
  {
    path: "/profile/account/document-templates/upload",
    access: "document-templates.manage",
    screen: "console/document-templates/template-upload.tsx",
    crumb: "Загрузка шаблона",
  },

  {
    path: "/profile/account/uploads",
    access: "exports.create",
    screen: "console/exports/export-list.tsx",
    crumb: "Выгрузки",
  },
  {
    path: "/profile/account/uploads/schedules",
    access: "exports.create",
    screen: "console/exports/export-schedules-page.tsx",
    crumb: "Ежемесячные выгрузки",
  },

  {
    path: "/profile/account/log",
    access: "log.view",
    screen: "console/audit-log/audit-log-list.tsx",
    crumb: "Журнал действий",
  },

  {
    path: "/profile/account/webhooks/:id",
    access: "settings.view",
    screen: "console/webhooks/webhook-show.tsx",
  },

  {
    path: "/profile/questionnaire",
    access: "workman",
    screen: "console/workman-registration/questionnaire-page.tsx",
    crumb: "Анкета",
  },
  {
    path: "/profile/questionnaire/how-registration-smz",
    access: "workman",
    screen: "console/workman-registration/help/become-self-employed-page.tsx",
    crumb: "Как стать самозанятым",
  },
  {
    path: "/profile/questionnaire/my-tax",
    access: "workman",
    screen: "console/workman-registration/help/my-tax-page.tsx",
    crumb: "Как подключить «Мой налог»",
  },
  {
    path: "/profile/smz-update",
    access: "workman",
    screen: "console/workman-registration/smz-update-page.tsx",
    crumb: "Исправление данных",
  },

  {
    path: "/profile/workman/fns",
    access: "workman",
    screen: "console/workman-taxes/fns-page.tsx",
    crumb: "Связь с «Мой налог»",
  },
  {
    path: "/profile/workman/taxes",
    access: "workman",
    screen: "console/workman-taxes/taxes-page.tsx",
    crumb: "Налоги",
  },

  {
    path: "/profile/workman/edo",
    access: "workman",
    screen: "console/edocuments/workman-edocument-list.tsx",
    crumb: "Документы на подпись",
  },

  {
    path: "/profile/workman",
    access: "workman",
    screen: "console/workmen/workman-profile-page.tsx",
    crumb: "Профиль исполнителя",
  },
  {
    path: "/profile/workman/services",
    access: "workman",
    screen: "console/workmen/workman-services-page.tsx",
    crumb: "Услуги и цены",
  },

  {
    path: "/profile/workman/documents",
    access: "workman",
    screen: "console/workman-documents/workman-documents-page.tsx",
    crumb: "Мои документы",
  },
];
