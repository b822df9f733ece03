import { Descriptions } from "antd";
import {
  GENDER,
  type RegistrationProfile,
} from "#contract/workman-registration/registration-profile.ts";
import { formatSnils } from "#contract/values/snils.ts";
import { FIELD_LABELS } from "./registration-labels.ts";
import { dayText } from "./steps/fields.tsx";

export function ProfileFacts({ profile }: { readonly profile: RegistrationProfile }) {
  const { passport, payoutKind } = profile;
  const facts: readonly (readonly [
    key: string,
    label: string | undefined,
    value: string | null | undefined,
  ])[] = [
    [
      "name",
      "Имя",
      [profile.lastName, profile.firstName, profile.middleName].filter(Boolean).join(" "),
    ],
    ["type", FIELD_LABELS["taxpayerTypeID"], profile.taxpayerType.title],
    ["citizenship", FIELD_LABELS["citizenshipID"], profile.citizenship?.title],
    ["inn", "ИНН", profile.inn],
    [
      "birth",
      FIELD_LABELS["birthDate"],
      [dayText(profile.birthDate), profile.birthPlace].filter(Boolean).join(", "),
    ],
    ["gender", FIELD_LABELS["gender"], profile.gender && GENDER.titles[profile.gender]],
    [
      "passport",
      "Паспорт",
      [
        passport.series,
        passport.number,
        dayText(passport.date),
        passport.issuedBy,
        passport.divisionCode,
      ]
        .filter(Boolean)
        .join(", "),
    ],
    ["address", FIELD_LABELS["registrationAddress"], profile.registrationAddress],
    ["snils", "СНИЛС", profile.snils && formatSnils(profile.snils)],
    ["email", "E-mail", profile.email],
    [
      "payout",
      FIELD_LABELS["payoutKindID"],
      [
        payoutKind?.title,
        payoutKind?.id === "CARD"
          ? profile.cardNumber
          : payoutKind?.id === "PAYMENT_ACCOUNT"
            ? [profile.bankName, profile.accountNumber].filter(Boolean).join(", ")
            : null,
      ]
        .filter(Boolean)
        .join(": "),
    ],
    ["ogrnip", "ОГРНИП", profile.ogrnip],
    ["region", FIELD_LABELS["regionID"], profile.region?.title],
    [
      "activities",
      FIELD_LABELS["activities"],
      profile.activities.map(({ title }) => title).join(", "),
    ],
  ];
  return (
    <Descriptions
      size="small"
      column={1}
      bordered
      style={{ marginBottom: 16 }}
      items={facts
        .filter(([, , value]) => value)
        .map(([key, label, children]) => ({ key, label, children }))}
    />
  );
}
