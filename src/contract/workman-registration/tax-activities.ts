/** A group has no parent and cannot be chosen. */
export interface TaxActivity {
  readonly id: string;
  readonly title: string;
  readonly parentID: string | null;
  readonly isActive: boolean;
}

/**
 * As «Мой налог» offers them. An id is two digits of the group and the place in it. Source:
 * reference book of the tax service, «Виды деятельности», two levels.
 */
const GROUPS: readonly (readonly [group: string, ...kinds: string[]])[] = [
  [
    "Авто",
    "Автомойка",
    "Автосервис",
    "Автоэвакуация и буксировка",
    "Водитель",
    "Перевозка грузов",
    "Перевозка пассажиров",
  ],
  ["Аренда", "Аренда квартир", "Аренда машин", "Прокат"],
  [
    "Дом",
    "Бытовые услуги",
    "Ведение хозяйства",
    "Гувернантка",
    "Няня",
    "Сиделка",
    "Социальная помощь",
    "Уборка и клининг",
    "Химчистка",
  ],
  [
    "Животные",
    "Ветеринария",
    "Вакцинация животных",
    "Выгул",
    "Груминг",
    "Дрессировка",
    "Передержка животных",
    "Уход за животными",
  ],
  [
    "Здоровье",
    "Диетолог",
    "Логопед",
    "Массажист",
    "Психолог",
    "Тренер, инструктор",
    "Консультирование",
  ],
  [
    "Информационные технологии",
    "Администрирование",
    "Анализ данных",
    "Веб-дизайн и разработка",
    "Компьютерный мастер",
    "Обработка данных",
    "Программирование",
    "Тестирование",
  ],
  [
    "Красота",
    "Косметолог",
    "Маникюр и педикюр",
    "Модель",
    "Парикмахер",
    "Стилист",
    "Тату и пирсинг",
    "Эпиляция",
  ],
  [
    "Курьеры и склад",
    "Доставка",
    "Курьер",
    "Комплектовщик",
    "Грузчик",
    "Упаковщик",
    "Мерчендайзер",
  ],
  ["Обучение", "Репетитор", "Преподаватель", "Учитель", "Экскурсовод"],
  ["Общественное питание", "Обслуживание посетителей", "Кулинар", "Повар", "Кондитер", "Бариста"],
  ["Одежда", "Пошив и ремонт", "Вещи своими руками", "Дизайн одежды"],
  [
    "Природа",
    "Благоустройство территории",
    "Животноводство",
    "Лесозаготовка",
    "Обработка и уборка урожая",
    "Озеленение",
    "Рыболовство",
    "Сельскохозяйственные услуги",
  ],
  [
    "Продавец и промоутер",
    "Продажа своего товара",
    "Промоутер",
    "Консультант в магазине",
    "Раздача рекламных материалов",
  ],
  [
    "Развлечения",
    "Аниматор",
    "Артист, певец, музыкант",
    "Ведущий, шоумен",
    "Организация праздников",
    "Тамада",
  ],
  [
    "Реклама и тексты",
    "Дизайн",
    "Копирайтер",
    "Маркетинг и реклама",
    "Переводчик",
    "Редактор",
    "Фото- и видеосъёмка",
  ],
  [
    "Ремонт и строительство",
    "Бригадир",
    "Маляр и штукатур",
    "Отделка помещений",
    "Плотник и столяр",
    "Разнорабочий",
    "Ремонт бытовой техники",
    "Ремонт квартир",
    "Сантехник",
    "Сварщик",
    "Строительство",
    "Укладка плитки",
    "Электрик",
  ],
  ["Финансы и право", "Бухгалтер", "Консультирование", "Риелтор", "Страхование", "Юрист"],
  [
    "Прочее",
    "Астрология",
    "Сбор вторсырья",
    "Услуги безопасности",
    "Хранение",
    "Прочие работы и услуги",
  ],
];

/** Each group is followed by its kinds. */
export const TAX_ACTIVITIES: readonly TaxActivity[] = GROUPS.flatMap(([group, ...kinds], index) => {
  const parentID = String(index + 1).padStart(2, "0");
  return [
    { id: parentID, title: group, parentID: null, isActive: true },
    ...kinds.map((title, place) => ({
      id: `${parentID}${String(place + 1).padStart(2, "0")}`,
      title,
      parentID,
      isActive: true,
    })),
  ];
});

/** `null` for a group and an unknown id. */
export function taxActivity(id: string): { id: string; title: string } | null {
  const found = TAX_ACTIVITIES.find(
    (one) => one.id === id && one.parentID !== null && one.isActive,
  );
  return found ? { id: found.id, title: found.title } : null;
}

/** For registry files. */
export function taxActivityByTitle(title: string | null): { id: string; title: string } | null {
  const plain = (title ?? "").trim().toLowerCase();
  const found =
    plain === ""
      ? undefined
      : TAX_ACTIVITIES.find((one) => one.parentID !== null && one.title.toLowerCase() === plain);
  return found ? { id: found.id, title: found.title } : null;
}
