import { CITIZENSHIP, CITIZENSHIP_RULES } from "#contract/definitions/citizenships.ts";
import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import type { WorkmanRegistrationRowValues } from "#contract/registries/kinds/workman-registration.ts";
import { workmanRegistrationRegistryEndpoints } from "#contract/registries/workman-registry-endpoints.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { templateOf } from "../routes/registry-tables.ts";
import { sealKeyOf } from "../validation/sealed-cells.ts";
import type { PeopleAnswer, PeopleQuestion } from "../validation/people-facts.ts";
import { invitationApplying, type PreparedPerson } from "../workman/apply-invitations.ts";
import { invitationItems } from "../workman/invitation-items.ts";
import type { InvitationScope } from "../workman/invitation-validator.ts";
import { INVITING } from "../workman/workman-kind.ts";
import { WORKMAN_REGISTRATION_ROWS } from "./workman-registration-rows.ts";

/**
 * «Реестр регистрации исполнителей»: prepared, the workman confirms it by a code and consent.
 * Source: `domain.md` §4.5.
 */
export const WORKMAN_REGISTRATION_KIND: RegistryKind<
  WorkmanRegistrationRowValues,
  InvitationScope,
  PeopleQuestion,
  PeopleAnswer
> = {
  ...INVITING,
  rows: WORKMAN_REGISTRATION_ROWS,
  calls: workmanRegistrationRegistryEndpoints,
  items: invitationItems(WORKMAN_REGISTRATION_ROWS, [2, 3, 4], true),
  applying: {
    calls: workmanRegistrationRegistryEndpoints,
    how: invitationApplying("Приглашение завершить регистрацию", personOf),
  },
  loadScope: async (platform, db, registry, now) => ({
    ...(await INVITING.loadScope(platform, db, registry, now)),
    sealKey: sealKeyOf(platform),
  }),
  template: async () =>
    templateOf(
      "workman-registration",
      [],
      [
        {
          name: "Справочник",
          columns: [
            { title: "Тип налогоплательщика", width: 34 },
            { title: "Гражданство", width: 20 },
            { title: "Может быть самозанятым", width: 24 },
          ],
          batches: [
            CITIZENSHIP.ids
              .filter((id) => CITIZENSHIP_RULES[id].isSupported)
              .map((id, index) => [
                TYPE_TITLES[index] ?? "",
                CITIZENSHIP.titles[id],
                CITIZENSHIP_RULES[id].allowsSmz ? "Да" : "Нет",
              ]),
          ],
        },
      ],
    ),
  dropsFile: true,
};

const TYPE_TITLES = ["Самозанятый", "ИП", "ИП на НПД", "Физлицо"].slice(
  0,
  TAXPAYER_TYPE.ids.length,
);

function personOf(values: WorkmanRegistrationRowValues): PreparedPerson {
  return {
    firstName: values.firstName ?? "",
    lastName: values.lastName ?? "",
    middleName: values.middleName,
    inn: values.inn,
    email: values.email,
    taxpayerType: values.taxpayerType ?? "SMZ",
    citizenship: values.citizenship ?? "ru",
    birthDate: values.birthDate,
    profile: {
      gender: values.gender,
      birthPlace: values.birthPlace,
      passport: {
        series: values.passportSeries,
        number: values.passportNumber,
        date: values.passportIssuedOn,
        issuedBy: values.passportIssuedBy,
        divisionCode: values.passportDepartment,
      },
      snils: values.snils,
      registrationAddress: values.address,
      region: values.region,
      activity: values.activity,
      bankBik: values.bik,
      accountNumber: values.accountNumber,
      ogrnip: values.ogrnip,
      patent: { number: values.patentNumber, until: values.patentUntil },
      migrationCard: { number: values.migrationCardNumber, until: values.migrationCardUntil },
    },
    tags: [],
    comment: null,
  };
}
