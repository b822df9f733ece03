import { sql } from "kysely";
import type { JobPayType } from "#contract/definitions/payment-types.ts";
import { writeVersion } from "#contract/values/seen-version.ts";

/** Jsonb: Unix seconds, texts as fingerprints. */
export interface JobTerms {
  readonly title: string;
  readonly text: string;
  readonly place: string;
  readonly payType: JobPayType | null;
  readonly start: number | null;
  readonly finish: number | null;
}

const fingerprintOf = (text: string) =>
  sql`
    translate(encode(substring(sha256(convert_to(${sql.raw(text)}::text, 'UTF8')) FOR 9), 'base64'),
      '+/', '-_')`;

/** On job `j`; hashed by PostgreSQL, so lists carry no texts. */
export const JOB_TERMS = sql`
  jsonb_build_object('title', ${fingerprintOf("j.title")}, 'text',
    ${fingerprintOf("jsonb_build_array(j.description, j.service_id, j.receipt_text, j.is_act_required)")},
    'place', ${fingerprintOf("jsonb_build_array(j.city_id, j.address)")}, 'payType', j.pay_type,
    'start', extract(epoch FROM j.start_at)::bigint, 'finish',
      extract(epoch FROM j.finish_at)::bigint)`;

export function jobVersion(job: {
  readonly terms: JobTerms;
  readonly budget_kopecks: bigint;
}): string {
  return writeVersion({ amount: job.budget_kopecks, ...job.terms });
}
