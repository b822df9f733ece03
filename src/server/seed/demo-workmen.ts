import { personInn } from "./check-digits.ts";

export interface DemoWorkman {
  readonly phone: string;
  /** Last, first, middle. */
  readonly name: readonly [string, string, string | null];
  readonly state: "DRAFT" | "MODERATION" | "ACTIVE" | "REJECTED" | "BLOCKED";
  readonly registrationStatus: "DRAFT" | "CLIENT_IN_PROCESS" | "SMZ_ERROR" | "COMPLETE";
  readonly registrationStep: string | null;
  readonly smzState: "OK" | "UNKNOWN" | "LIMITED" | "NOACCESS" | "NOTSE";
  readonly taxpayerType: "SMZ" | "IP" | "INDIVIDUAL";
  readonly inn: string | null;
  readonly citizenship: "ru" | "kz";
  readonly birthDate: string;
  readonly city: string;
  readonly payoutKind: "CARD" | "PAYMENT_ACCOUNT" | "SBP" | null;
  readonly services: readonly number[];
  readonly error: string | null;
}

const READY = {
  state: "ACTIVE",
  registrationStatus: "COMPLETE",
  registrationStep: null,
  smzState: "OK",
  taxpayerType: "SMZ",
  citizenship: "ru",
  city: "Москва",
  payoutKind: "CARD",
  services: [201, 202, 203],
  error: null,
} as const;

const UNFINISHED = {
  ...READY,
  state: "DRAFT",
  smzState: "UNKNOWN",
  payoutKind: null,
  services: [],
} as const;

/**
 * One worker for each situation a person may want to see; phones are fixed. Source:
 * `architecture.md` §6.
 */
const SITUATIONS: readonly DemoWorkman[] = [
  {
    ...READY,
    phone: "79000000101",
    name: ["Смирнов", "Алексей", "Дмитриевич"],
    inn: personInn("7704310158"),
    birthDate: "1991-04-18",
    services: [101, 201, 202, 401],
  },
  {
    ...UNFINISHED,
    phone: "79000000102",
    name: ["", "", null],
    registrationStatus: "DRAFT",
    registrationStep: "0",
    inn: null,
    birthDate: "1998-09-02",
  },
  {
    ...UNFINISHED,
    phone: "79000000103",
    name: ["Новикова", "Полина", "Артёмовна"],
    registrationStatus: "CLIENT_IN_PROCESS",
    inn: personInn("5024187703"),
    birthDate: "1995-12-11",
  },
  {
    ...UNFINISHED,
    phone: "79000000104",
    name: ["Комаров", "Виталий", "Сергеевич"],
    registrationStatus: "SMZ_ERROR",
    inn: personInn("6316042291"),
    birthDate: "1988-07-29",
    error: "ФНС не ответила на заявку",
  },
  {
    ...READY,
    phone: "79000000105",
    name: ["Ахметов", "Ерлан", "Маратович"],
    citizenship: "kz",
    inn: personInn("7728560934"),
    birthDate: "1993-03-05",
  },
  {
    ...READY,
    phone: "79000000106",
    name: ["Рыбаков", "Глеб", "Евгеньевич"],
    state: "BLOCKED",
    inn: personInn("7719330471"),
    birthDate: "1987-01-23",
  },
  {
    ...READY,
    phone: "79000000107",
    name: ["Киселёва", "Наталья", "Павловна"],
    smzState: "NOACCESS",
    inn: personInn("7733820615"),
    birthDate: "1996-05-14",
  },
  {
    ...READY,
    phone: "79000000108",
    name: ["Данилов", "Роман", "Ильич"],
    smzState: "NOTSE",
    inn: personInn("5047206618"),
    birthDate: "1990-10-31",
  },
  {
    ...READY,
    phone: "79000000109",
    name: ["Жукова", "Светлана", "Юрьевна"],
    smzState: "LIMITED",
    inn: personInn("7751184426"),
    birthDate: "1984-08-08",
  },
  {
    ...READY,
    phone: "79000000110",
    name: ["Степанов", "Николай", "Борисович"],
    taxpayerType: "IP",
    smzState: "UNKNOWN",
    inn: personInn("7743105587"),
    birthDate: "1979-02-17",
    payoutKind: "PAYMENT_ACCOUNT",
  },
  {
    ...READY,
    phone: "79000000111",
    name: ["Васильева", "Екатерина", "Андреевна"],
    taxpayerType: "INDIVIDUAL",
    smzState: "UNKNOWN",
    inn: personInn("5032449172"),
    birthDate: "2000-06-25",
  },
  {
    ...READY,
    phone: "79000000112",
    name: ["Лебедев", "Антон", "Викторович"],
    state: "MODERATION",
    inn: personInn("7706593320"),
    birthDate: "1994-11-09",
  },
  {
    ...READY,
    phone: "79000000113",
    name: ["Павлов", "Кирилл", "Романович"],
    state: "REJECTED",
    smzState: "UNKNOWN",
    inn: personInn("7715408893"),
    birthDate: "1997-04-03",
    error: "Нечитаемый документ",
  },
];

const MEN = [
  "Абрамов Егор Игоревич", "Андреев Максим Олегович", "Баранов Артём Николаевич", "Беляев Степан Андреевич", "Богданов Тимур Русланович", "Борисов Леонид Павлович",
  "Быков Никита Сергеевич", "Власов Григорий Иванович", "Воробьёв Даниил Алексеевич", "Герасимов Вадим Юрьевич", "Голубев Матвей Денисович", "Григорьев Фёдор Ильич",
  "Давыдов Руслан Маратович", "Денисов Захар Петрович", "Дмитриев Олег Витальевич", "Егоров Константин Львович", "Ершов Савелий Антонович", "Журавлёв Михаил Евгеньевич",
  "Захаров Владислав Романович", "Исаев Ильдар Рашидович", "Калинин Арсений Максимович", "Карпов Георгий Дмитриевич", "Колесников Пётр Степанович", "Кудрявцев Семён Олегович",
  "Лазарев Виктор Геннадьевич", "Логинов Марк Валерьевич", "Мельников Евгений Борисович", "Миронов Станислав Игоревич", "Назаров Анатолий Фёдорович", "Никитин Ярослав Кириллович",
]; // prettier-ignore
const WOMEN = [
  "Агафонова Вера Михайловна", "Антонова Юлия Сергеевна", "Афанасьева Ксения Олеговна", "Блинова Алина Руслановна", "Виноградова Мария Павловна", "Волкова Татьяна Игоревна",
  "Гаврилова София Денисовна", "Громова Людмила Андреевна", "Дорофеева Яна Витальевна", "Ефимова Варвара Ильинична", "Зотова Галина Петровна", "Игнатьева Лилия Маратовна",
  "Ковалёва Надежда Юрьевна", "Королёва Диана Артёмовна", "Котова Валерия Максимовна", "Кузьмина Инна Борисовна", "Лаврова Оксана Николаевна", "Медведева Арина Кирилловна",
  "Морозова Вероника Львовна", "Носова Маргарита Степановна", "Осипова Лариса Григорьевна", "Панова Кристина Вадимовна", "Полякова Регина Тимуровна", "Романова Жанна Леонидовна",
  "Савельева Ульяна Фёдоровна", "Семёнова Эльвира Ильдаровна", "Тарасова Алёна Матвеевна", "Филиппова Таисия Романовна", "Широкова Нина Васильевна", "Яковлева Злата Егоровна",
]; // prettier-ignore

// prettier-ignore
const CITY_CODES = [["Москва", "7701"], ["Химки", "5047"], ["Подольск", "5036"], ["Санкт-Петербург", "7802"], ["Самара", "6315"], ["Тольятти", "6321"]] as const;
// prettier-ignore
const SKILLS = [[201, 202], [203, 204, 205], [301, 302], [401, 402, 403], [101, 103], [508, 1006]] as const;
const PAYOUT_KINDS = ["CARD", "CARD", "CARD", "PAYMENT_ACCOUNT", "SBP"] as const;

/** Sixty ordinary workers, ready to be paid: phones 79000000201 … 79000000260. */
const ORDINARY: readonly DemoWorkman[] = [...MEN, ...WOMEN].map((fullName, index) => {
  const [last = "", first = "", middle = null] = fullName.split(" ");
  const [city, code] = CITY_CODES[index % CITY_CODES.length] ?? CITY_CODES[0];
  return {
    ...READY,
    phone: `79000000${201 + index}`,
    name: [last, first, middle],
    inn: personInn(code + String((index * 104_729 + 31_337) % 1_000_000).padStart(6, "0")),
    birthDate: `${1975 + ((index * 7) % 30)}-${pad(1 + ((index * 5) % 12))}-${pad(1 + ((index * 11) % 28))}`,
    city,
    payoutKind: PAYOUT_KINDS[index % PAYOUT_KINDS.length] ?? "CARD",
    services: SKILLS[index % SKILLS.length] ?? SKILLS[0],
  };
});

export const DEMO_WORKMEN: readonly DemoWorkman[] = [...SITUATIONS, ...ORDINARY];

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

/**
 * What workers say of themselves in the catalogue, by the first service they offer; by turns, and
 * some say nothing.
 */
const ABOUT: Readonly<Record<number, readonly string[]>> = {
  101: [
    "Выкладка и переучёт в сетевых магазинах, знаю планограммы и терминал сбора данных.",
    "Пять лет в мерчандайзинге: напитки, бакалея, сезонный товар. Фотоотчёт в день работы.",
  ],
  201: [
    "Разгрузка и комплектация. Работаю аккуратно, рохля и гидроборт знакомы.",
    "Собираю заказы без ошибок, проверяю по листу дважды. Есть перчатки и обувь.",
  ],
  203: [
    "Упаковка, сортировка, стикеровка партиями от ста штук.",
    "Упаковываю хрупкое: посуда, стекло, техника. Бой за прошлый год — ноль.",
  ],
  301: [
    "Доставка пешком и на велосипеде, центр знаю хорошо.",
    "Вожу заказы бережно: термосумка, дождевик, связь всегда есть.",
  ],
  401: [
    "Уборка квартир и офисов, генеральная и после ремонта. Своя химия по запросу.",
    "Мою окна и витрины без разводов, работаю в паре или один.",
  ],
  508: [
    "Собираю мебель любых фабрик, инструмент свой. Обзваниваю и веду опросы по сценарию.",
    "Кухни, шкафы, офисные столы: соберу по инструкции и без неё.",
  ],
};

export function aboutOf({ services, state }: DemoWorkman, index: number): string {
  if (state !== "ACTIVE" || index % 7 === 6) return "";
  const texts = ABOUT[services[0] ?? 0] ?? [];
  return texts[Math.floor(index / 6) % Math.max(1, texts.length)] ?? "";
}
