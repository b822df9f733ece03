import { healBic } from "#contract/values/bank-details.ts";
import { normalizeEmail } from "#contract/values/email.ts";
import { healInn } from "#contract/values/inn.ts";
import { healLookAlikes, tidyName } from "#contract/values/person-name.ts";
import { normalizePhone } from "#contract/values/phone.ts";
import { normalizeSnils } from "#contract/values/snils.ts";
import type { BodyOf } from "#contract/kernel/define-endpoints.ts";
import type { Questionnaire } from "#contract/workman-registration/questionnaire.ts";
import type { RegistrationProfileUpdate } from "#contract/workman-registration/registration-profile.ts";
import type { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";

/** Absent fields stay; wrong values are left for validation. */
export function mergeAnswers(
  values: Questionnaire,
  given: RegistrationProfileUpdate,
): Questionnaire {
  const noMiddleName =
    given.noMiddleName === undefined ? values.noMiddleName : given.noMiddleName === 1;
  const take = <Value>(
    text: string | undefined,
    before: Value | null,
    read: (text: string) => Value,
  ): Value | null => (text === undefined ? before : text.trim() === "" ? null : read(text));
  const { passport } = given;
  return {
    ...values,
    inn: take(given.inn, values.inn, (text) => healInn(text.replace(/\s/g, ""))),
    lastName: take(given.lastName, values.lastName, nameOf),
    firstName: take(given.firstName, values.firstName, nameOf),
    middleName: noMiddleName ? null : take(given.middleName, values.middleName, nameOf),
    noMiddleName,
    gender: given.gender ?? values.gender,
    email: take(given.email, values.email, (text) => normalizeEmail(text) ?? text.trim()),
    birthDate: given.birthDate ?? values.birthDate,
    birthPlace: take(given.birthPlace, values.birthPlace, plain),
    citizenship: given.citizenshipID ?? values.citizenship,
    passport: {
      series: take(passport?.series, values.passport.series, withoutSpaces),
      number: take(passport?.number, values.passport.number, withoutSpaces),
      date: passport?.date ?? values.passport.date,
      issuedBy: take(passport?.issuedBy, values.passport.issuedBy, plain),
      divisionCode: take(passport?.divisionCode, values.passport.divisionCode, (text) =>
        text.replace(/\s/g, "").replace(/^(\d{3})(\d{3})$/, "$1-$2"),
      ),
    },
    snils: take(given.snils, values.snils, (text) => normalizeSnils(text) ?? text.trim()),
    registrationAddress: take(given.registrationAddress, values.registrationAddress, plain),
    payoutKind: given.payoutKindID ?? values.payoutKind,
    bankBik: take(given.bankBik, values.bankBik, (text) => healBic(withoutSpaces(text))),
    accountNumber: take(given.accountNumber, values.accountNumber, withoutSpaces),
    cardOwner: take(given.cardOwner, values.cardOwner, plain),
    ogrnip: take(given.ogrnip, values.ogrnip, withoutSpaces),
    regionID: take(given.regionID, values.regionID, plain),
    secretWord: take(given.secretWord, values.secretWord, plain),
    activities: given.activities === undefined ? values.activities : [...new Set(given.activities)],
  };
}

/** Under 18 with a representative. */
export function mergeBase(
  values: Questionnaire,
  given: BodyOf<typeof workmanRegistrationEndpoints.saveBase>,
): Questionnaire {
  const {
    agentLastName,
    agentFirstName,
    agentMiddleName,
    agentPhone,
    agentPassportSeries,
    agentPassportNumber,
    ...own
  } = given;
  const merged = mergeAnswers(values, own);
  const hasAgent = [
    agentLastName,
    agentFirstName,
    agentPhone,
    agentPassportSeries,
    agentPassportNumber,
  ].some((text) => text !== undefined && text.trim() !== "");
  if (!hasAgent) return merged;
  const text = (typed: string | undefined) => plain(typed ?? "") || null;
  const name = (typed: string | undefined) => (text(typed) === null ? null : nameOf(typed ?? ""));
  return {
    ...merged,
    representative: {
      lastName: name(agentLastName),
      firstName: name(agentFirstName),
      middleName: name(agentMiddleName),
      phone: normalizePhone(agentPhone ?? "") ?? text(agentPhone),
      passportSeries: text(agentPassportSeries),
      passportNumber: text(agentPassportNumber),
    },
  };
}

const nameOf = (text: string) => healLookAlikes(tidyName(text));
const withoutSpaces = (text: string) => text.replace(/\s/g, "");
const plain = (text: string) => text.trim().replace(/\s+/g, " ");
