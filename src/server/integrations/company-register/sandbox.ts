import { createHash } from "node:crypto";
import { ogrn, ogrnip } from "#contract/values/check-digits.ts";
import type { CompanyRegister, RegisteredCompany } from "./port.ts";

const NAMES = [
  "Северный ветер",
  "Полезные люди",
  "Тёплый дом",
  "Точный расчёт",
  "Добрая дорога",
  "Зелёный берег",
  "Городской ритм",
  "Верный путь",
  "Новая линия",
  "Ясный день",
  "Третий этаж",
  "Синяя птица",
];
const PLACES = [
  "г. Москва, ул. Лесная",
  "г. Санкт-Петербург, Лиговский пр-т",
  "г. Казань, ул. Баумана",
  "г. Екатеринбург, ул. Малышева",
  "г. Новосибирск, Красный пр-т",
  "г. Самара, ул. Победы",
];
const PEOPLE = [
  "Ветрова Ольга Павловна",
  "Лапшин Игорь Сергеевич",
  "Чернова Алла Витальевна",
  "Сомов Пётр Ильич",
  "Громов Артур Русланович",
  "Юдина Вера Андреевна",
];

/** Equal ИНН, equal company; zeros in the middle (7700000005): unknown. */
export function sandboxCompanyRegister(): CompanyRegister {
  return {
    findCompany: async (inn) =>
      /^\d{4}00000/.test(inn) ? null : inn.length === 10 ? companyOf(inn) : entrepreneurOf(inn),
  };
}

function companyOf(inn: string): RegisteredCompany {
  const pick = picker(inn);
  const name = pick(NAMES);
  return {
    inn,
    kpp: `${inn.slice(0, 4)}01001`,
    ogrn: ogrn(`1${15 + pick([0, 1, 2, 3, 4, 5, 6, 7])}${inn.slice(0, 2)}${inn.slice(2, 9)}`),
    shortName: `ООО «${name}»`,
    fullName: `Общество с ограниченной ответственностью «${name}»`,
    legalAddress: `${pick(PLACES)}, д. ${pick([2, 5, 9, 14, 21, 38])}, офис ${pick([1, 12, 204, 310])}`,
  };
}

function entrepreneurOf(inn: string): RegisteredCompany {
  const pick = picker(inn);
  const name = pick(PEOPLE);
  const [last, first, middle] = name.split(" ");
  return {
    inn,
    kpp: null,
    ogrn: ogrnip(`3${15 + pick([0, 1, 2, 3, 4, 5])}${inn.slice(0, 11)}`),
    shortName: `ИП ${last} ${first?.slice(0, 1)}. ${middle?.slice(0, 1)}.`,
    fullName: `Индивидуальный предприниматель ${name}`,
    legalAddress: pick(PLACES).split(",")[0] ?? null,
  };
}

/** Takes the digest's next byte at each call. */
function picker(inn: string) {
  const digest = createHash("sha256").update(inn).digest();
  let place = 0;
  return <Item>(items: readonly Item[]): Item =>
    items[(digest[place++ % digest.length] ?? 0) % items.length] as Item;
}
