import type { Gender } from "#contract/workman-registration/registration-profile.ts";
import type {
  Questionnaire,
  Representative,
} from "#contract/workman-registration/questionnaire.ts";
import { taxActivityByTitle } from "#contract/workman-registration/tax-activities.ts";
import { taxRegionByTitle } from "#contract/workman-registration/tax-regions.ts";
import type { Secrets } from "#server/data/secrets.ts";

/** Column `workmen.sealed_profile`. */
export type SealedProfile = Pick<
  Questionnaire,
  | "gender"
  | "birthPlace"
  | "passport"
  | "snils"
  | "registrationAddress"
  | "ogrnip"
  | "regionID"
  | "activities"
  | "secretWord"
  | "cardOwner"
  | "noMiddleName"
  | "representative"
>;

/** From a registry: region and activity as texts, with the account. */
interface PreparedProfile extends Partial<SealedProfile> {
  readonly region?: string | null;
  readonly activity?: string | null;
  readonly bankBik?: string | null;
  readonly accountNumber?: string | null;
}

const EMPTY: SealedProfile = {
  gender: null,
  birthPlace: null,
  passport: { series: null, number: null, date: null, issuedBy: null, divisionCode: null },
  snils: null,
  registrationAddress: null,
  ogrnip: null,
  regionID: null,
  activities: [],
  secretWord: null,
  cardOwner: null,
  noMiddleName: false,
  representative: null,
};

/** With a registry's prepared account, which has no row yet. */
export function openProfile(
  secrets: Secrets,
  sealed: Buffer | null,
): {
  readonly profile: SealedProfile;
  readonly prepared: { readonly bankBik: string | null; readonly accountNumber: string | null };
} {
  if (sealed === null) return { profile: EMPTY, prepared: { bankBik: null, accountNumber: null } };
  const stored = JSON.parse(secrets.unseal(sealed)) as PreparedProfile;
  const activity = taxActivityByTitle(stored.activity ?? null);
  const profile: SealedProfile = {
    gender: (stored.gender as Gender | null | undefined) ?? null,
    birthPlace: stored.birthPlace ?? null,
    passport: { ...EMPTY.passport, ...stored.passport },
    snils: stored.snils ?? null,
    registrationAddress: stored.registrationAddress ?? null,
    ogrnip: stored.ogrnip ?? null,
    regionID: stored.regionID ?? taxRegionByTitle(stored.region ?? null)?.id ?? null,
    activities: stored.activities ?? (activity ? [activity.id] : []),
    secretWord: stored.secretWord ?? null,
    cardOwner: stored.cardOwner ?? null,
    noMiddleName: stored.noMiddleName ?? false,
    representative: (stored.representative as Representative | null | undefined) ?? null,
  };
  return {
    profile,
    prepared: { bankBik: stored.bankBik ?? null, accountNumber: stored.accountNumber ?? null },
  };
}

/** Keeps `patent` and `migrationCard`, which the documents module reads. */
export function sealProfile(
  secrets: Secrets,
  before: Buffer | null,
  values: Questionnaire,
): Buffer {
  const kept =
    before === null ? {} : (JSON.parse(secrets.unseal(before)) as Record<string, unknown>);
  const {
    region: _region,
    activity: _activity,
    bankBik: _bik,
    accountNumber: _account,
    ...others
  } = kept;
  const {
    gender,
    birthPlace,
    passport,
    snils,
    registrationAddress,
    ogrnip,
    regionID,
    activities,
    secretWord,
    cardOwner,
    noMiddleName,
    representative,
  } = values;
  const profile: SealedProfile = {
    gender,
    birthPlace,
    passport,
    snils,
    registrationAddress,
    ogrnip,
    regionID,
    activities,
    secretWord,
    cardOwner,
    noMiddleName,
    representative,
  };
  return secrets.seal(JSON.stringify({ ...others, ...profile }));
}
