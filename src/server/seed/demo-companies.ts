import { companyInn, ogrn } from "./check-digits.ts";

/**
 * A customer nobody of the demonstration signs in for: it fills the catalogue of companies and
 * offers jobs.
 */
export interface DemoCompany {
  readonly inn: string;
  readonly kpp: string;
  readonly ogrn: string;
  readonly name: string;
  readonly city: string;
  readonly address: string;
  readonly about: string;
}

export const DEMO_COMPANIES: readonly DemoCompany[] = [
  {
    inn: companyInn("780623417"), kpp: "780601001", ogrn: ogrn("119784703362"), name: "Городская лавка", city: "Санкт-Петербург", address: "195027, г. Санкт-Петербург, пр-т Энергетиков, д. 19",
    about: "Сорок магазинов у дома в Санкт-Петербурге: свежие продукты, выпечка и доставка за час.",
  },
  {
    inn: companyInn("540718852"), kpp: "540701001", ogrn: ogrn("117547604419"), name: "Обской мастер", city: "Новосибирск", address: "630099, г. Новосибирск, ул. Советская, д. 64, офис 208",
    about: "Ремонт квартир и офисов в Новосибирске: отделка, инженерные сети, сборка мебели.",
  },
  {
    inn: companyInn("165704936"), kpp: "165701001", ogrn: ogrn("120160005178"), name: "Праздник рядом", city: "Казань", address: "420107, г. Казань, ул. Спартаковская, д. 6",
    about: "Городские праздники, корпоративы и выездное питание в Казани и Набережных Челнах.",
  },
  {
    inn: companyInn("667130582"), kpp: "667101001", ogrn: ogrn("118665802273"), name: "Цифровая верста", city: "Екатеринбург", address: "620014, г. Екатеринбург, ул. Хохрякова, д. 10, офис 501",
    about: "Сайты, мобильные приложения и данные для промышленных компаний. Работаем удалённо со всей страной.",
  },
  {
    inn: companyInn("745326190"), kpp: "745301001", ogrn: ogrn("121740001286"), name: "Школа роста", city: "Челябинск", address: "454091, г. Челябинск, пр-т Ленина, д. 35",
    about: "Учебный центр для школьников и взрослых: курсы, тренинги, подготовка к экзаменам.",
  },
  {
    inn: companyInn("231207745"), kpp: "231201001", ogrn: ogrn("119237504094"), name: "Дом и уют", city: "Краснодар", address: "350000, г. Краснодар, ул. Красная, д. 145",
    about: "Бытовые услуги на дому в Краснодаре и Сочи: мастера, няни, уход за животными.",
  },
]; // prettier-ignore
