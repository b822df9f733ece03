/**
 * The company that runs the platform, for the footer, the contacts, the legal documents and
 * structured data. Source: specification §1, «Footer contacts are an e-mail, a phone and a Moscow
 * address». Decision: the specification names no values; these belong to nobody. The domain is a
 * reserved one, the number of the phone and the body of every registration number are zeros, and
 * only the check digits are real, so that the forms accept them.
 */
export const PLATFORM_COMPANY = {
  /** Name of the product. */
  product: "Платформа для самозанятых",
  shortName: "ООО «Самозанятые»",
  fullName: "Общество с ограниченной ответственностью «Самозанятые»",
  /** Said wherever the requisites stand, so that nobody takes them for those of a real company. */
  remark: "демонстрационная организация",
  inn: "7700000009",
  kpp: "770001001",
  ogrn: "1247700000008",
  email: "help@samozanyatye.example",
  /** Where a person writes about personal data. */
  privacyEmail: "privacy@samozanyatye.example",
  /** As stored: eleven digits; `formatPhone` shows it. */
  phone: "74950000000",
  /** Chat of support: a bot of a messenger. */
  messenger: { title: "Чат поддержки в мессенджере", url: "https://chat.samozanyatye.example/" },
  /** Pages of the company in social networks. */
  social: [
    { title: "ВКонтакте", url: "https://vk.samozanyatye.example/" },
    { title: "Телеграм-канал", url: "https://telegram.samozanyatye.example/" },
  ],
  city: "Москва",
  street: "Пресненская набережная, 1",
  /** Hours of support, Moscow time. */
  openingHours: { days: "понедельник — пятница", from: "09:00", to: "19:00" },
} as const;

/**
 * Where customers pay their invoices: one account of the platform's own, and a nominal one whose
 * money belongs to the customers. Decision: no such bank exists; the key digits are real, so that a
 * bank's program accepts the form of an invoice.
 */
export const PLATFORM_BANK = {
  name: "Демонстрационный банк, г. Москва",
  bic: "044599900",
  corAccount: "30101810700000000900",
  accounts: { MAIN: "40702810800000000001", NOMINAL: "40702810100000000002" },
} as const;

/** One line: «Москва, Пресненская набережная, 1». */
export const PLATFORM_ADDRESS = `${PLATFORM_COMPANY.city}, ${PLATFORM_COMPANY.street}`;
