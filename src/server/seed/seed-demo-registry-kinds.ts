import { addDays, formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import type { App } from "#server/app.ts";
import { personInn } from "#contract/values/check-digits.ts";
import {
  callAs,
  codeFor,
  forgetCodes,
  pastedForm,
  signInAs,
  signOut,
  type DemoProduct,
} from "./demo-session.ts";

const ADMIN = "79000000002";

interface DemoFile {
  readonly path: "job-registries" | "workman-registries" | "workman-registration-registries";
  readonly title: string;
  readonly lines: readonly (readonly string[])[];
  readonly isApplied?: true;
}

/** Jobs, invitations and registrations: of each one applied and one with findings. */
export async function seedDemoRegistryKinds(product: DemoProduct, app: App): Promise<void> {
  const headers = await signInAs(product, app, ADMIN);
  for (const { path, title, lines, isApplied } of demoFiles(moscowDate(product.clock.now()))) {
    const call = (method: "GET" | "POST", rest: string, body?: object) =>
      callAs(app, headers, method, `/open-api/v1/${path}${rest}`, body);
    const { id } = await call(
      "POST",
      "/paste",
      pastedForm(lines.map((line) => line.join("\t")).join("\n"), title),
    );
    await app.tasks.runUntilIdle();
    if (!isApplied) continue;
    const { version } = await call("GET", `/${id}/info`);
    await call("POST", `/${id}/send-execute-code`, { version, mode: "VALID_ONLY" });
    await call("POST", `/${id}/execute`, {
      version,
      mode: "VALID_ONLY",
      otp: await codeFor(product, ADMIN),
    });
    await app.tasks.runUntilIdle();
    // The next code may be requested only a minute later.
    await forgetCodes(product, ADMIN);
  }
  await signOut(product, ADMIN);
}

const JOB = ["Название задания", "Описание", "Код услуги", "Бюджет, ₽", "Дата окончания", "Город"];
const INVITED = ["Телефон", "Имя", "Комментарий"];
const REGISTERED = [
  "Телефон",
  "Фамилия",
  "Имя",
  "Отчество",
  "Тип налогоплательщика",
  "ИНН",
  "Дата рождения",
  "Гражданство",
  "Серия паспорта",
  "Номер паспорта",
  "Дата выдачи",
  "Адрес регистрации",
];

function demoFiles(today: string): readonly DemoFile[] {
  const until = formatDate(addDays(today, 21));
  const job = (title: string, service: string, budget: string, city = "Москва") => [
    title,
    `${title}. Инвентарь и пропуск выдаём на месте, результат принимаем в тот же день.`,
    service,
    budget,
    until,
    city,
  ];
  const person = (
    phone: string,
    [last, first, middle]: readonly [string, string, string],
    inn: string,
    born: string,
  ) => [
    phone,
    last,
    first,
    middle,
    "Самозанятый",
    inn,
    born,
    "Россия",
    "4510",
    "654321",
    "14.03.2012",
    "Москва, ул. Лесная, д. 5",
  ];
  return [
    {
      path: "job-registries",
      title: "Склады Подмосковья, начало месяца",
      isApplied: true,
      lines: [
        JOB,
        job("Принять поставку на складе в Химках", "0201", "6400"),
        job("Перебрать паллеты с возвратами", "0201", "5200"),
        job("Собрать витрину к выходным", "0101", "4800"),
      ],
    },
    {
      path: "job-registries",
      title: "Новогодние витрины",
      lines: [
        JOB,
        job("Украсить витрину на Тверской", "0101", "7000"),
        job("Помыть окна первого этажа", "0403", "50"),
        job("Расставить ёлки в зале", "9999", "5600"),
        job("Снять украшения после праздников", "0101", "6100", "Атлантида"),
      ],
    },
    {
      path: "workman-registries",
      title: "Откликнулись на объявление",
      isApplied: true,
      lines: [
        INVITED,
        ["+7 900 000-04-01", "Кирилл", "Собеседование прошёл"],
        ["+7 900 000-04-02", "Алина", ""],
        ["+7 900 000-04-03", "Степан", "Свой автомобиль"],
      ],
    },
    {
      path: "workman-registries",
      title: "Бригада на ярмарку",
      lines: [
        INVITED,
        ["+7 900 000-04-11", "Вера", ""],
        ["900 000-04", "Игнат", "Номер неполный"],
        ["+7 900 000-04-11", "Вера", "Повтор"],
      ],
    },
    {
      path: "workman-registration-registries",
      title: "Курьеры с анкетами",
      isApplied: true,
      lines: [
        REGISTERED,
        person(
          "+7 900 000-04-21",
          ["Егоров", "Марк", "Ильич"],
          personInn("7721048155"),
          "02.05.1996",
        ),
        person(
          "+7 900 000-04-22",
          ["Савина", "Ксения", "Юрьевна"],
          personInn("7733021946"),
          "19.11.1994",
        ),
      ],
    },
    {
      path: "workman-registration-registries",
      title: "Анкеты отдела кадров",
      lines: [
        REGISTERED,
        person(
          "+7 900 000-04-31",
          ["Лыткин", "Артур", "Олегович"],
          personInn("5027033181"),
          "30.01.1991",
        ),
        person("+7 900 000-04-32", ["Гордеева", "Яна", "Павловна"], "771234567890", "07.08.2012"),
      ],
    },
  ];
}
