import type { I18nProvider } from "@refinedev/core";

/** Texts of errors come from the catalogue, so error titles are never shown. */
const WORDS: Readonly<Record<string, string>> = {
  "notifications.success": "Готово",
  "notifications.error": "Ошибка",
  "notifications.createSuccess": "Создано",
  "notifications.createError": "Не удалось создать",
  "notifications.editSuccess": "Сохранено",
  "notifications.editError": "Не удалось сохранить",
  "notifications.deleteSuccess": "Удалено",
  "notifications.deleteError": "Не удалось удалить",
  "notifications.importProgress": "Загружено: {{processed}} из {{total}}",
  "notifications.undoable": "Отменить можно ещё {{seconds}} с",
  warnWhenUnsavedChanges: "Изменения не сохранены. Уйти со страницы?",
  "buttons.create": "Создать",
  "buttons.save": "Сохранить",
  "buttons.edit": "Изменить",
  "buttons.show": "Открыть",
  "buttons.list": "К списку",
  "buttons.clone": "Создать копию",
  "buttons.cancel": "Отмена",
  "buttons.confirm": "Подтвердить действие?",
  "buttons.delete": "Удалить",
  "buttons.refresh": "Обновить",
  "buttons.import": "Загрузить из файла",
  "buttons.export": "Скачать",
  "buttons.filter": "Отобрать",
  "buttons.clear": "Сбросить",
  "buttons.logout": "Выйти",
  "buttons.undo": "Отменить",
  "buttons.notAccessTitle": "Недостаточно прав",
  "actions.list": "Список",
  "actions.create": "Создание",
  "actions.edit": "Изменение",
  "actions.show": "Просмотр",
  "table.actions": "Действия",
  "pages.error.404": "Такой страницы не существует",
  "pages.error.backHome": "На главную",
};

/** Without it Refine's messages are English. */
export const i18nProvider: I18nProvider = {
  translate(key: string, options?: unknown, defaultMessage?: string) {
    const word = WORDS[key] ?? (typeof options === "string" ? options : defaultMessage) ?? key;
    const values =
      typeof options === "object" && options !== null ? (options as Record<string, unknown>) : {};
    return word.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
  },
  changeLocale: async () => undefined,
  getLocale: () => "ru",
};
