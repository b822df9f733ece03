type Risk = "LOW" | "MEDIUM" | "HIGH";

/** title, slug, unit, risk; `license` when a permit is asked for. */
export type ServiceRow = readonly [
  title: string,
  slug: string,
  unit: "усл." | "час" | "шт.",
  risk?: Risk,
  license?: "license",
];

export interface ServiceGroupRow {
  readonly title: string;
  readonly slug: string;
  readonly services: readonly ServiceRow[];
}

/**
 * The catalogue of services in its order: group 1 service 1 has the code 0101. Source: `domain.md`
 * §2.10.
 *
 * Decision: units and risk are ours. MEDIUM is work that is easily done side by side with staff, so
 * that it can be taken for an employment; HIGH asks for a permit or a licence.
 */
export const SERVICE_GROUPS: readonly ServiceGroupRow[] = [
  {
    title: "Торговля и мерчандайзинг",
    slug: "trade",
    services: [
      ["Выкладка товара", "shelf-stocking", "час", "MEDIUM"],
      ["Мерчандайзинг", "merchandising", "час", "MEDIUM"],
      ["Инвентаризация", "stocktaking", "час", "MEDIUM"],
      ["Сборка интернет-заказов", "online-order-picking", "шт.", "MEDIUM"],
      ["Маркировка и оклейка товара", "labelling", "шт."],
      ["Промо-акции", "promo-campaigns", "час"],
      ["Тайный покупатель", "mystery-shopping", "шт."],
      ["Дегустации", "tastings", "час"],
    ],
  },
  {
    title: "Склад и логистика",
    slug: "warehouse",
    services: [
      ["Погрузка и разгрузка", "loading", "час", "MEDIUM"],
      ["Комплектация заказов", "order-picking", "шт.", "MEDIUM"],
      ["Упаковка", "packing", "шт."],
      ["Сортировка", "sorting", "час", "MEDIUM"],
      ["Стикеровка", "stickering", "шт."],
      ["Учёт на складе", "warehouse-records", "час", "MEDIUM"],
      ["Работа на погрузчике (с удостоверением)", "forklift", "час", "HIGH", "license"],
    ],
  },
  {
    title: "Доставка и транспорт",
    slug: "delivery",
    services: [
      ["Пешая курьерская доставка", "foot-courier", "шт.", "MEDIUM"],
      ["Доставка на велосипеде", "bike-courier", "шт.", "MEDIUM"],
      ["Доставка на автомобиле", "car-courier", "шт.", "MEDIUM"],
      ["Перевозка грузов", "cargo", "усл."],
      ["Экспедирование", "forwarding", "усл."],
      ["Перегон автомобилей", "car-transfer", "шт."],
      ["Пассажирские перевозки (с разрешением)", "passenger-transport", "усл.", "HIGH", "license"],
    ],
  },
  {
    title: "Уборка и клининг",
    slug: "cleaning",
    services: [
      ["Уборка помещений", "rooms", "час", "MEDIUM"],
      ["Генеральная уборка", "deep-cleaning", "усл."],
      ["Мойка окон", "windows", "усл."],
      ["Уборка территории", "grounds", "час"],
      ["Уборка после ремонта", "after-renovation", "усл."],
      ["Химчистка мебели", "upholstery", "шт."],
      ["Уборка снега", "snow", "час"],
    ],
  },
  {
    title: "Строительство и ремонт",
    slug: "construction",
    services: [
      ["Общестроительные работы", "general-construction", "усл.", "MEDIUM"],
      ["Отделка", "finishing", "усл."],
      ["Электромонтаж", "electrical", "усл.", "HIGH", "license"],
      ["Сантехника", "plumbing", "усл."],
      ["Кладка плитки", "tiling", "усл."],
      ["Малярные работы", "painting", "усл."],
      ["Демонтаж", "dismantling", "усл."],
      ["Сборка мебели", "furniture-assembly", "шт."],
    ],
  },
  {
    title: "Общественное питание",
    slug: "horeca",
    services: [
      ["Помощь на кухне", "kitchen-help", "час", "MEDIUM"],
      ["Приготовление блюд", "cooking", "час", "MEDIUM"],
      ["Обслуживание банкетов", "banquets", "час"],
      ["Бариста", "barista", "час", "MEDIUM"],
      ["Мойка посуды", "dishwashing", "час", "MEDIUM"],
      ["Обслуживание выездных мероприятий", "catering", "час"],
    ],
  },
  {
    title: "Мероприятия и реклама",
    slug: "events",
    services: [
      ["Промоутер", "promoter", "час"],
      ["Аниматор", "animator", "час"],
      ["Ведущий мероприятий", "host", "усл."],
      ["Монтаж сцен и стендов", "stage-assembly", "усл."],
      ["Распространение листовок", "leaflets", "час"],
      ["Регистрация гостей", "guest-registration", "час"],
      ["Техническое обслуживание мероприятий", "event-technical-support", "час"],
    ],
  },
  {
    title: "ИТ и разработка",
    slug: "it",
    services: [
      ["Разработка ПО", "software", "час"],
      ["Веб-разработка", "web-development", "час"],
      ["Мобильная разработка", "mobile-development", "час"],
      ["Тестирование", "testing", "час"],
      ["Системное администрирование", "system-administration", "час"],
      ["Анализ данных", "data-analysis", "час"],
      ["Техническая поддержка", "technical-support", "час"],
      ["Разметка данных", "data-labelling", "шт."],
    ],
  },
  {
    title: "Дизайн, тексты, медиа",
    slug: "creative",
    services: [
      ["Графический дизайн", "graphic-design", "усл."],
      ["Веб-дизайн", "web-design", "усл."],
      ["Копирайтинг", "copywriting", "шт."],
      ["Редактура и корректура", "editing", "шт."],
      ["Переводы", "translation", "шт."],
      ["Фотосъёмка", "photography", "час"],
      ["Видеосъёмка и монтаж", "video", "усл."],
      ["Озвучивание", "voice-over", "усл."],
      ["Ведение соцсетей", "social-media", "усл."],
    ],
  },
  {
    title: "Консультации и офис",
    slug: "office",
    services: [
      ["Бухгалтерские услуги", "accounting", "усл."],
      ["Юридические консультации", "legal-advice", "усл."],
      ["Маркетинговые консультации", "marketing-advice", "усл."],
      ["Подбор персонала", "recruiting", "усл."],
      ["Обработка данных", "data-processing", "час"],
      ["Обзвон и опросы", "calls-and-surveys", "шт."],
      ["Помощь в делопроизводстве", "paperwork", "час", "MEDIUM"],
    ],
  },
  {
    title: "Обучение",
    slug: "education",
    services: [
      ["Репетиторство", "tutoring", "час"],
      ["Проведение тренингов", "trainings", "усл."],
      ["Разработка курсов", "course-design", "усл."],
      ["Проверка работ", "marking", "шт."],
      ["Наставничество", "mentoring", "час"],
    ],
  },
  {
    title: "Красота, здоровье, быт",
    slug: "personal",
    services: [
      ["Парикмахерские услуги", "hairdressing", "усл."],
      ["Маникюр", "manicure", "усл."],
      ["Массаж (без медицинских показаний)", "massage", "усл."],
      ["Услуги няни", "babysitting", "час"],
      ["Уход за животными", "pet-care", "час"],
      ["Ремонт бытовой техники", "appliance-repair", "шт."],
    ],
  },
];
