import { CITIZENSHIP, CITIZENSHIP_RULES } from "#contract/definitions/citizenships.ts";
import { citizenshipsOf } from "#contract/definitions/taxpayer-types.ts";
import type { FieldErrors } from "#contract/kernel/problem.ts";
import { isAccountOfBank, isBic, isWorkmanAccount } from "#contract/values/bank-details.ts";
import type { CalendarDate } from "#contract/values/calendar-date.ts";
import { normalizeEmail } from "#contract/values/email.ts";
import { personInnFinding } from "#contract/values/inn.ts";
import { isOgrnip } from "#contract/values/ogrn.ts";
import { isPersonName } from "#contract/values/person-name.ts";
import { normalizePhone } from "#contract/values/phone.ts";
import { normalizeSnils } from "#contract/values/snils.ts";
import type { Questionnaire } from "./questionnaire.ts";
import type { RegistrationStep } from "./registration-profile.ts";
import { taxActivity } from "./tax-activities.ts";
import { taxRegion } from "./tax-regions.ts";

export interface QuestionnaireFacts {
  /** Moscow date. */
  readonly today: CalendarDate;
  /** A card was bound on the bank's page. */
  readonly hasCard: boolean;
  /** «Мой налог» knows the person. */
  readonly isSelfEmployed: boolean;
}

type Rule = (values: Questionnaire, facts: QuestionnaireFacts) => FieldErrors;

const REQUIRED = "Заполните поле";

/** Step 0. Source: `domain.md` §1.5, §2.2. */
export const checkStart: Rule = ({ taxpayerType, citizenship, inn }) => {
  const finding = inn === null ? "none" : personInnFinding(inn);
  return found({
    citizenshipID: citizenshipsOf(taxpayerType).includes(citizenship)
      ? null
      : CITIZENSHIP_RULES[citizenship].isSupported
        ? `Граждане этой страны (${CITIZENSHIP.titles[citizenship]}) не могут применять НПД. Выберите «Физическое лицо»`
        : "Гражданство не поддерживается",
    inn:
      finding === null
        ? null
        : finding === "none"
          ? "Укажите ИНН: 12 цифр. Его можно узнать на сайте nalog.ru"
          : finding === "length"
            ? "ИНН должен содержать 12 цифр"
            : "Неверная контрольная сумма ИНН. Проверьте цифры",
  });
};

/** Under 18 with a representative. Source: `domain.md` §1.1, «Age». */
export const checkBase: Rule = (values, { today }) => {
  const age = values.birthDate === null ? null : yearsBetween(values.birthDate, today);
  return {
    ...found({
      lastName: nameFinding(values.lastName, "Укажите фамилию"),
      firstName: nameFinding(values.firstName, "Укажите имя"),
      middleName:
        values.middleName === null
          ? values.noMiddleName
            ? null
            : "Укажите отчество или отметьте «Нет отчества»"
          : nameFinding(values.middleName, ""),
      email:
        values.email === null
          ? "Укажите e-mail"
          : normalizeEmail(values.email) === null
            ? "Неверный e-mail. Пример: ivanova@yandex.ru"
            : null,
      birthDate:
        age === null
          ? "Укажите дату рождения"
          : age < 14
            ? "Исполнителю должно быть не менее 14 лет"
            : age > 100
              ? "Проверьте год рождения: исполнителю больше 100 лет"
              : null,
    }),
    ...(age !== null && age >= 14 && age < 18 ? representativeFindings(values.representative) : {}),
  };
};

function representativeFindings(who: Questionnaire["representative"]): FieldErrors {
  return found({
    agentLastName: nameFinding(who?.lastName ?? null, "Укажите фамилию родителя или опекуна"),
    agentFirstName: nameFinding(who?.firstName ?? null, "Укажите имя родителя или опекуна"),
    agentPhone:
      normalizePhone(who?.phone ?? "") === null ? "Укажите телефон родителя или опекуна" : null,
    agentPassportSeries: who?.passportSeries ? null : "Укажите серию паспорта родителя или опекуна",
    agentPassportNumber: who?.passportNumber ? null : "Укажите номер паспорта родителя или опекуна",
  });
}

/** Source: `domain.md` §1.6, §4.5. */
const checkDocuments: Rule = (
  {
    citizenship,
    taxpayerType,
    birthDate,
    birthPlace,
    gender,
    passport,
    snils,
    registrationAddress,
  },
  { today },
) => {
  const isRussian = citizenship === "ru";
  const address = registrationAddress?.length ?? 0;
  return found({
    gender: gender === null ? "Выберите пол" : null,
    birthPlace: birthPlace === null ? "Укажите место рождения, как в паспорте" : null,
    "passport.series": isRussian
      ? /^\d{4}$/.test(passport.series ?? "")
        ? null
        : "Серия паспорта — 4 цифры"
      : null,
    "passport.number": isRussian
      ? /^\d{6}$/.test(passport.number ?? "")
        ? null
        : "Номер паспорта — 6 цифр"
      : passport.number === null
        ? "Укажите номер паспорта"
        : null,
    "passport.date": passportDateFinding(passport.date, birthDate, today, isRussian),
    "passport.issuedBy": passport.issuedBy === null ? "Укажите, кем выдан паспорт" : null,
    "passport.divisionCode":
      passport.divisionCode === null
        ? isRussian
          ? "Укажите код подразделения"
          : null
        : /^\d{3}-\d{3}$/.test(passport.divisionCode) || !isRussian
          ? null
          : "Код подразделения — в виде 770-001",
    snils:
      snils === null
        ? taxpayerType === "INDIVIDUAL"
          ? "Для физлица укажите СНИЛС"
          : null
        : normalizeSnils(snils) === null
          ? "Неверная контрольная сумма СНИЛС. Проверьте цифры"
          : null,
    registrationAddress:
      address < 10 || address > 255 ? "Адрес регистрации: от 10 до 255 символов" : null,
  });
};

function passportDateFinding(
  date: CalendarDate | null,
  birthDate: CalendarDate | null,
  today: CalendarDate,
  isRussian: boolean,
): string | null {
  if (date === null) return "Укажите дату выдачи паспорта";
  if (date > today) return "Дата выдачи ещё не наступила";
  if (birthDate === null || !isRussian) return null;
  if (yearsBetween(birthDate, date) < 14) return "Паспорт выдан раньше 14 лет";
  // Replaced at 20 and 45, within ninety days.
  const outlived = [20, 45].some(
    (age) => yearsBetween(birthDate, date) < age && daysSince(birthday(birthDate, age), today) > 90,
  );
  return outlived ? "Паспорт пора заменить: он действует до 20 и до 45 лет" : null;
}

/** Source: `domain.md` §1.6. */
const checkPaymentData: Rule = ({ payoutKind, bankBik, accountNumber }, { hasCard }) => {
  if (payoutKind === null) return { payoutKindID: ["Выберите, куда получать деньги"] };
  if (payoutKind === "CARD")
    return hasCard
      ? {}
      : { payoutKindID: ["Привяжите карту на странице банка или выберите другой способ"] };
  if (payoutKind === "SBP") return {};
  const bik = bankBik ?? "";
  const account = accountNumber ?? "";
  return found({
    bankBik: isBic(bik) ? null : "БИК состоит из 9 цифр и начинается с 04",
    accountNumber: !/^\d{20}$/.test(account)
      ? "Номер счёта состоит из 20 цифр"
      : !isWorkmanAccount(account)
        ? "Укажите рублёвый счёт физлица (40817, 40820) или предпринимателя (40802)"
        : isBic(bik) && !isAccountOfBank(bik, account)
          ? "Номер счёта не подходит к этому БИК. Проверьте обе строки"
          : null,
  });
};

/** Source: `domain.md` §1.3, §2.2. */
const checkSelfEmployedData: Rule = (
  { taxpayerType, ogrnip, regionID, activities },
  { isSelfEmployed },
) => {
  const isTrader = taxpayerType === "IP" || taxpayerType === "IP_SMZ";
  const registers = !isSelfEmployed && (taxpayerType === "SMZ" || taxpayerType === "IP_SMZ");
  return found({
    ogrnip:
      ogrnip === null
        ? isTrader
          ? "Укажите ОГРНИП: 15 цифр"
          : null
        : isOgrnip(ogrnip)
          ? null
          : "Неверный ОГРНИП. Проверьте цифры",
    regionID:
      regionID === null
        ? registers
          ? "Выберите регион"
          : null
        : taxRegion(regionID)
          ? null
          : "Выберите регион из списка",
    activities:
      activities.length === 0
        ? registers
          ? "Выберите хотя бы один вид деятельности"
          : null
        : activities.every((id) => taxActivity(id))
          ? null
          : "Выберите виды деятельности из списка",
  });
};

const NOTHING: Rule = () => ({});

/** `checkStart` is not a step. */
export const STEP_RULES: Readonly<Record<RegistrationStep, Rule>> = {
  base: checkBase,
  documents: checkDocuments,
  "payment-data": checkPaymentData,
  "self-employed-data": checkSelfEmployedData,
  start: NOTHING,
};

export function questionnaireFindings(
  values: Questionnaire,
  facts: QuestionnaireFacts,
): FieldErrors {
  return [checkStart, ...Object.values(STEP_RULES)].reduce<FieldErrors>(
    (all, rule) => ({ ...all, ...rule(values, facts) }),
    {},
  );
}

export function yearsBetween(from: CalendarDate, to: CalendarDate): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

function birthday(birthDate: CalendarDate, age: number): CalendarDate {
  return `${Number(birthDate.slice(0, 4)) + age}${birthDate.slice(4)}`;
}

function daysSince(from: CalendarDate, to: CalendarDate): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

function nameFinding(name: string | null, whenAbsent: string): string | null {
  if (name === null || name === "") return whenAbsent || REQUIRED;
  return isPersonName(name) ? null : "Только буквы, пробел, дефис и апостроф";
}

function found(findings: Readonly<Record<string, string | null>>): FieldErrors {
  return Object.fromEntries(
    Object.entries(findings).flatMap(([field, finding]) =>
      finding === null ? [] : [[field, [finding]]],
    ),
  );
}
