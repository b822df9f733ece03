/**
 * Source: specification §1, «Footer contacts are an e-mail, a phone and a Moscow address».
 * Decision: a reserved domain, and zeros with valid check digits.
 */
export const PLATFORM_COMPANY = {
  product: "Платформа для самозанятых",
  shortName: "ООО «Самозанятые»",
  fullName: "Общество с ограниченной ответственностью «Самозанятые»",
  /** Nobody takes the requisites for a real company's. */
  remark: "демонстрационная организация",
  inn: "7700000009",
  kpp: "770001001",
  ogrn: "1247700000008",
  email: "help@samozanyatye.example",
  privacyEmail: "privacy@samozanyatye.example",
  phone: "74950000000",
  messenger: { title: "Чат поддержки в мессенджере", url: "https://chat.samozanyatye.example/" },
  social: [
    { title: "ВКонтакте", url: "https://vk.samozanyatye.example/" },
    { title: "Телеграм-канал", url: "https://telegram.samozanyatye.example/" },
  ],
  city: "Москва",
  street: "Пресненская набережная, 1",
  /** Moscow time. */
  openingHours: { days: "понедельник — пятница", from: "09:00", to: "19:00" },
} as const;

/**
 * Customers' money lies on a nominal account. Decision: no such bank exists; the check digits are
 * valid.
 */
export const PLATFORM_BANK = {
  name: "Демонстрационный банк, г. Москва",
  bic: "044599900",
  corAccount: "30101810700000000900",
  accounts: { MAIN: "40702810800000000001", NOMINAL: "40702810100000000002" },
} as const;

export const PLATFORM_ADDRESS = `${PLATFORM_COMPANY.city}, ${PLATFORM_COMPANY.street}`;
