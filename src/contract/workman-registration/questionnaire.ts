import type { Citizenship } from "#contract/definitions/citizenships.ts";
import type { PayoutKind } from "#contract/definitions/payment-types.ts";
import type { TaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import type { CalendarDate } from "#contract/values/calendar-date.ts";
import type { Gender } from "./registration-profile.ts";

/** Of workmen aged 14 to 17. */
export interface Representative {
  readonly lastName: string | null;
  readonly firstName: string | null;
  readonly middleName: string | null;
  readonly phone: string | null;
  readonly passportSeries: string | null;
  readonly passportNumber: string | null;
}

/** Normalized; `null`: not filled in. */
export interface Questionnaire {
  readonly taxpayerType: TaxpayerType;
  readonly citizenship: Citizenship;
  readonly inn: string | null;
  readonly lastName: string | null;
  readonly firstName: string | null;
  readonly middleName: string | null;
  readonly noMiddleName: boolean;
  readonly gender: Gender | null;
  readonly email: string | null;
  readonly birthDate: CalendarDate | null;
  readonly birthPlace: string | null;
  readonly representative: Representative | null;
  readonly passport: {
    readonly series: string | null;
    readonly number: string | null;
    readonly date: CalendarDate | null;
    readonly issuedBy: string | null;
    readonly divisionCode: string | null;
  };
  readonly snils: string | null;
  readonly registrationAddress: string | null;
  readonly payoutKind: PayoutKind | null;
  readonly bankBik: string | null;
  readonly accountNumber: string | null;
  readonly cardOwner: string | null;
  readonly ogrnip: string | null;
  readonly regionID: string | null;
  readonly activities: readonly string[];
  readonly secretWord: string | null;
}
