import type { RoleId } from "#contract/access/roles.ts";
import { companyInn, ogrn } from "./check-digits.ts";

export interface DemoUser {
  readonly phone: string;
  readonly name: string;
  readonly role: RoleId;
  /** Titles of the projects the person is limited to; every project when not given. */
  readonly projects?: readonly string[];
}

export interface DemoAccount {
  readonly inn: string;
  readonly kpp: string;
  readonly ogrn: string;
  readonly shortName: string;
  readonly fullName: string;
  readonly address: string;
  readonly city: string;
  readonly email: string;
  readonly phone: string;
  readonly about: string;
  readonly contractNumber: string;
  readonly contractDate: string;
  readonly openingKopecks: bigint;
  readonly projects: readonly string[];
  readonly tags: readonly string[];
  readonly users: readonly DemoUser[];
}

/** A person who works for both customers, to see that switching accounts switches everything. */
const SHARED_PHONE = "79000000009";

/** The two customers of the demonstration; phones are fixed. Source: `architecture.md` §6. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    inn: companyInn("770412358"),
    kpp: "770401001",
    ogrn: ogrn("118774612045"),
    shortName: "ООО «Северный склад»",
    fullName: "Общество с ограниченной ответственностью «Северный склад»",
    address: "127015, г. Москва, ул. Новодмитровская, д. 2, корп. 1, офис 314",
    city: "Москва",
    email: "office@severny-sklad.example",
    phone: "79000000001",
    about:
      "Складские услуги для интернет-магазинов: приёмка, комплектация, упаковка и доставка заказов по Москве и области.",
    contractNumber: "П-2025/0147",
    contractDate: "2025-02-10",
    openingKopecks: 2_500_000_000n,
    projects: ["Склад Химки", "Склад Подольск", "Маркетинг"],
    tags: ["Ночная смена", "Срочно", "Сезон", "Проверка качества"],
    users: [
      { phone: "79000000001", name: "Орлова Марина Викторовна", role: "OWNER" },
      { phone: "79000000002", name: "Гусев Павел Андреевич", role: "ADMIN" },
      { phone: "79000000003", name: "Белова Анна Сергеевна", role: "FINANCE_MANAGER" },
      { phone: "79000000004", name: "Тихонова Ольга Николаевна", role: "ACCOUNTANT" },
      { phone: "79000000005", name: "Крылов Денис Олегович", role: "SIGNATORY" },
      {
        phone: "79000000006",
        name: "Фролов Илья Максимович",
        role: "PROJECT_MANAGER",
        projects: ["Склад Химки"],
      },
      { phone: "79000000007", name: "Зайцева Дарья Игоревна", role: "RECRUITER" },
      { phone: "79000000008", name: "Макаров Юрий Петрович", role: "VIEWER" },
      { phone: SHARED_PHONE, name: "Соколова Елена Романовна", role: "VIEWER" },
    ],
  },
  {
    inn: companyInn("631500274"),
    kpp: "631501001",
    ogrn: ogrn("120630003381"),
    shortName: "ООО «Волжский клининг»",
    fullName: "Общество с ограниченной ответственностью «Волжский клининг»",
    address: "443001, г. Самара, ул. Самарская, д. 203, офис 12",
    city: "Самара",
    email: "info@volga-cleaning.example",
    phone: "79000000011",
    about: "Уборка офисов и торговых центров в Самаре и Тольятти.",
    contractNumber: "П-2025/0312",
    contractDate: "2025-05-22",
    openingKopecks: 300_000_000n,
    projects: ["Офисы", "Торговые центры"],
    tags: ["Генеральная уборка", "Вечер"],
    users: [
      { phone: "79000000011", name: "Ермаков Сергей Викторович", role: "OWNER" },
      { phone: "79000000013", name: "Лапина Ирина Олеговна", role: "FINANCE_MANAGER" },
      { phone: SHARED_PHONE, name: "Соколова Елена Романовна", role: "ACCOUNTANT" },
    ],
  },
];
