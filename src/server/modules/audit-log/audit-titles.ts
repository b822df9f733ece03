import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";

/** Events of the journal in Russian. Source of the list: `domain.md` §2.12. */
const TITLES: Readonly<Record<string, string>> = {
  "auth.login": "Вход",
  "auth.login_failed": "Неудачный вход",
  "auth.logout": "Выход",
  "auth.otp_sent": "Отправлен код подтверждения",
  "auth.otp_failed": "Введён неверный код",
  "auth.account_switched": "Переключение на компанию",
  "user.invited": "Добавлен пользователь",
  "user.updated": "Изменён пользователь",
  "user.role_changed": "Изменена роль пользователя",
  "user.removed": "Удалён пользователь",
  "account.updated": "Изменён профиль компании",
  "account.state_changed": "Изменено состояние компании",
  "settings.changed": "Изменены настройки",
  "approval_rule.changed": "Изменены правила согласования",
  "project.created": "Создан проект",
  "project.updated": "Изменён проект",
  "tag.created": "Создан тег",
  "tag.deleted": "Удалён тег",
  "registry.uploaded": "Загружен реестр",
  "registry.validated": "Проверен реестр",
  "registry.row_edited": "Изменена строка реестра",
  "registry.dry_run": "Проверка реестра без оплаты",
  "registry.sent_for_approval": "Реестр отправлен на согласование",
  "registry.approved": "Реестр согласован",
  "registry.rejected": "Реестр не согласован",
  "registry.executed": "Запущен реестр",
  "registry.canceled": "Отменён реестр",
  "payout.retried": "Повторена выплата",
  "payout.canceled": "Отменена выплата",
  "payout.returned": "Выплата возвращена банком",
  "receipt.reversed": "Аннулирован чек",
  "receipt.reissued": "Чек выпущен заново",
  "document.downloaded": "Скачан документ",
  "export.created": "Заказана выгрузка",
  "export.downloaded": "Скачана выгрузка",
  "invoice.created": "Выставлен счёт",
  "employment.invited": "Исполнитель добавлен в избранные",
  "employment.updated": "Изменён избранный исполнитель",
  "employment.paused": "Сотрудничество приостановлено",
  "employment.resumed": "Сотрудничество возобновлено",
  "employment.ended": "Сотрудничество завершено",
  "employment.confirmed": "Исполнитель подтвердил приглашение",
  "blacklist.added": "Добавлен в чёрный список",
  "blacklist.removed": "Удалён из чёрного списка",
  "blacklist.cleared": "Очищен чёрный список",
  "workman.pd_viewed": "Просмотр персональных данных исполнителя",
  "notification.read": "Прочитаны уведомления",
  "notification.settings_changed": "Изменены настройки уведомлений",
};

const SUMMARIES: Readonly<Record<string, string>> = Object.fromEntries(ALL_ENDPOINTS.map((endpoint) => [endpoint.id, endpoint.summary]));

/** The event for people; a call that names no event of its own is told by its summary. */
export function auditTitle(event: string): string {
  return TITLES[event] ?? SUMMARIES[event] ?? event;
}
