import {
  CITIZENSHIP,
  CITIZENSHIP_RULES,
  type Citizenship,
} from "#contract/definitions/citizenships.ts";
import { citizenshipsOf, type TaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import {
  healBic,
  isAccountOfBank,
  isBic,
  isWorkmanAccount,
} from "#contract/values/bank-details.ts";
import type { CalendarDate } from "#contract/values/calendar-date.ts";
import { isOgrnip } from "#contract/values/ogrn.ts";
import { normalizeSnils } from "#contract/values/snils.ts";
import type { Gender } from "#contract/workman-registration/registration-profile.ts";
import type { RegistryFinding } from "../registry-findings.ts";
import { RowReader } from "./row-reader.ts";
import {
  WORKMAN_REGISTRATION_COLUMNS,
  type WorkmanRegistrationColumnKey,
} from "./workman-registration-columns.ts";

/** `null`: missing, or wrong with a finding. */
export interface WorkmanRegistrationRowValues {
  phone: string | null;
  lastName: string | null;
  firstName: string | null;
  middleName: string | null;
  taxpayerType: TaxpayerType | null;
  inn: string | null;
  gender: Gender | null;
  birthDate: CalendarDate | null;
  birthPlace: string | null;
  citizenship: Citizenship | null;
  passportSeries: string | null;
  passportNumber: string | null;
  passportIssuedOn: CalendarDate | null;
  passportIssuedBy: string | null;
  passportDepartment: string | null;
  snils: string | null;
  address: string | null;
  email: string | null;
  region: string | null;
  activity: string | null;
  bik: string | null;
  accountNumber: string | null;
  ogrnip: string | null;
  patentNumber: string | null;
  patentUntil: CalendarDate | null;
  migrationCardNumber: string | null;
  migrationCardUntil: CalendarDate | null;
  projectTitle: string | null;
}

export interface ValidatedWorkmanRegistrationRow {
  values: WorkmanRegistrationRowValues;
  findings: RegistryFinding<WorkmanRegistrationColumnKey>[];
  healed: WorkmanRegistrationColumnKey[];
}

const TYPES: Readonly<Record<string, TaxpayerType>> = {
  самозанятый: "SMZ",
  "самозанятый (нпд)": "SMZ",
  ип: "IP",
  "индивидуальный предприниматель": "IP",
  "ип на нпд": "IP_SMZ",
  физлицо: "INDIVIDUAL",
  "физическое лицо": "INDIVIDUAL",
};
const CITIZENSHIPS = Object.fromEntries(
  CITIZENSHIP.ids.map((id) => [CITIZENSHIP.titles[id].toLowerCase(), id]),
) as Readonly<Record<string, Citizenship>>;

/** Needs no database. Source: `domain.md` §4.5. */
export function validateWorkmanRegistrationRow(
  cells: readonly string[],
  { today, uses1904 }: { today: CalendarDate; uses1904?: boolean | undefined },
): ValidatedWorkmanRegistrationRow {
  const row = new RowReader(WORKMAN_REGISTRATION_COLUMNS, cells, uses1904);
  const taxpayerType = row.choice("taxpayerType", TYPES, "taxpayer_type_unknown");
  const citizenship = citizenshipOf(row, taxpayerType);
  const birthDate = birthDateOf(row, today);
  const values: WorkmanRegistrationRowValues = {
    phone: row.phone("phone"),
    lastName: row.name("lastName"),
    firstName: row.name("firstName"),
    middleName: row.name("middleName"),
    taxpayerType,
    inn: row.inn("inn"),
    gender: row.choice<Gender>(
      "gender",
      { м: "MALE", муж: "MALE", мужской: "MALE", ж: "FEMALE", жен: "FEMALE", женский: "FEMALE" },
      "gender_invalid",
    ),
    birthDate,
    birthPlace: row.text("birthPlace", 255),
    citizenship,
    ...passportOf(row, citizenship, birthDate, today),
    snils: snilsOf(row, taxpayerType),
    address: addressOf(row),
    email: row.email("email"),
    region: row.text("region", 255),
    activity: row.text("activity", 255),
    ...accountOf(row),
    ogrnip: ogrnipOf(row, taxpayerType),
    ...papersOf(row, citizenship, today),
    projectTitle: row.text("project", 255),
  };
  const hasNoMiddleName = row.yesNo("noMiddleName");
  if (
    values.middleName === null &&
    hasNoMiddleName !== true &&
    !row.findings.some(({ column }) => column === "middleName" || column === "noMiddleName")
  )
    row.refuse("middleName", "middle_name_required");
  if (row.cell("cardNumber") !== null) row.refuse("cardNumber", "card_in_file");
  return { values, findings: row.findings, healed: row.healed };
}

type Row = RowReader<WorkmanRegistrationColumnKey>;

function yearsBetween(from: CalendarDate, to: CalendarDate): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

function birthDateOf(row: Row, today: CalendarDate): CalendarDate | null {
  const date = row.date("birthDate");
  if (date === null) return null;
  const age = yearsBetween(date, today);
  if (age < 18) return row.refuse("birthDate", "age_too_young");
  return age > 100 ? row.refuse("birthDate", "age_too_old") : date;
}

function citizenshipOf(row: Row, type: TaxpayerType | null): Citizenship | null {
  const citizenship = row.choice<Citizenship>(
    "citizenship",
    { ...CITIZENSHIPS, рф: "ru", "российская федерация": "ru", киргизия: "kg" },
    "citizenship_unknown",
  );
  if (citizenship === null) return null;
  if (!CITIZENSHIP_RULES[citizenship].isSupported)
    return row.refuse("citizenship", "citizenship_not_supported");
  if (type !== null && !citizenshipsOf(type).includes(citizenship))
    return row.refuse("citizenship", "citizenship_no_npd", {
      страна: CITIZENSHIP.titles[citizenship],
    });
  return citizenship;
}

function passportOf(
  row: Row,
  citizenship: Citizenship | null,
  birthDate: CalendarDate | null,
  today: CalendarDate,
) {
  const isRussian = citizenship === "ru";
  const series = isRussian ? row.digits("passportSeries") : row.id("passportSeries", 20);
  const number = isRussian ? row.digits("passportNumber") : row.id("passportNumber", 20);
  const department = row.cell("passportDepartment");
  let issuedOn = row.date("passportIssuedOn");
  if (issuedOn !== null && issuedOn > today)
    issuedOn = row.refuse("passportIssuedOn", "date_in_future");
  else if (issuedOn !== null && birthDate !== null && yearsBetween(birthDate, issuedOn) < 14)
    issuedOn = row.refuse("passportIssuedOn", "passport_issued_early");
  return {
    passportSeries:
      series !== null && isRussian && !/^\d{4}$/.test(series)
        ? row.refuse("passportSeries", "passport_series_invalid")
        : series,
    passportNumber:
      number !== null && isRussian && !/^\d{6}$/.test(number)
        ? row.refuse("passportNumber", "passport_number_invalid")
        : number,
    passportIssuedOn: issuedOn,
    passportIssuedBy: row.text("passportIssuedBy", 255),
    passportDepartment:
      department !== null && !/^\d{3}-\d{3}$/.test(department)
        ? row.refuse("passportDepartment", "passport_department_invalid")
        : department,
  };
}

function snilsOf(row: Row, type: TaxpayerType | null): string | null {
  const text = row.id("snils", 64);
  if (text === null)
    return type === "INDIVIDUAL" && !row.findings.some(({ column }) => column === "snils")
      ? row.refuse("snils", "snils_required")
      : null;
  return normalizeSnils(text) ?? row.refuse("snils", "snils_invalid");
}

function addressOf(row: Row): string | null {
  const text = row.cell("address");
  return text !== null && (text.length < 10 || text.length > 255)
    ? row.refuse("address", "address_length")
    : text;
}

function accountOf(row: Row): { bik: string | null; accountNumber: string | null } {
  const text = row.digits("bik");
  const bik = text === null ? null : healBic(text);
  const accountNumber = row.digits("accountNumber");
  if (row.findings.some(({ column }) => column === "bik" || column === "accountNumber"))
    return { bik: null, accountNumber: null };
  if ((bik === null) !== (accountNumber === null))
    row.refuse(bik === null ? "bik" : "accountNumber", "bank_pair");
  if (bik === null || accountNumber === null) return { bik: null, accountNumber: null };
  if (bik !== text) row.healed.push("bik");
  if (!isBic(bik)) row.refuse("bik", "bik_invalid");
  else if (!isWorkmanAccount(accountNumber)) row.refuse("accountNumber", "account_invalid");
  else if (!isAccountOfBank(bik, accountNumber)) row.refuse("accountNumber", "account_not_of_bank");
  else return { bik, accountNumber };
  return { bik: null, accountNumber: null };
}

function ogrnipOf(row: Row, type: TaxpayerType | null): string | null {
  const isTrader = type === "IP" || type === "IP_SMZ";
  const ogrnip = row.digits("ogrnip");
  if (ogrnip === null)
    return isTrader && !row.findings.some(({ column }) => column === "ogrnip")
      ? row.refuse("ogrnip", "ogrnip_required")
      : null;
  return isOgrnip(ogrnip) ? ogrnip : row.refuse("ogrnip", "ogrnip_invalid");
}

/** Must be unexpired where the citizenship requires them. */
function papersOf(row: Row, citizenship: Citizenship | null, today: CalendarDate) {
  const required = citizenship === null ? [] : CITIZENSHIP_RULES[citizenship].requiredDocuments;
  const country = { страна: citizenship === null ? "" : CITIZENSHIP.titles[citizenship] };
  const until = (key: "patentUntil" | "migrationCardUntil") => {
    const date = row.date(key);
    return date !== null && date < today ? row.refuse(key, "document_expired") : date;
  };
  const papers = {
    patentNumber: row.id("patentNumber", 64),
    patentUntil: until("patentUntil"),
    migrationCardNumber: row.id("migrationCardNumber", 64),
    migrationCardUntil: until("migrationCardUntil"),
  };
  if (required.includes("patent") && papers.patentNumber === null)
    row.refuse("patentNumber", "patent_required", country);
  if (required.includes("migration_card") && papers.migrationCardNumber === null)
    row.refuse("migrationCardNumber", "migration_card_required", country);
  return papers;
}
