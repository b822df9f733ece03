import {
  JOB_ADDRESS_MAX,
  JOB_BUDGET_MAX,
  JOB_BUDGET_MIN,
  JOB_DESCRIPTION,
  JOB_TITLE,
} from "#contract/jobs/job-bounds.ts";
import { addDays, type CalendarDate } from "#contract/values/calendar-date.ts";
import { normalizeName } from "#contract/values/person-name.ts";
import type { RegistryFinding } from "../registry-findings.ts";
import { JOB_COLUMNS, type JobColumnKey } from "./job-columns.ts";
import { readReceiptText, strangerIn } from "./receipt-text.ts";
import { RowReader } from "./row-reader.ts";

const MOST_WORKMEN = 100;
const LONGEST_DAYS = 365;

/** `null`: missing, or wrong with a finding. */
export interface JobRowValues {
  externalId: string | null;
  title: string | null;
  description: string | null;
  serviceCode: string | null;
  /** `null`: the service's. */
  receiptText: string | null;
  budgetKopecks: bigint | null;
  startDate: CalendarDate | null;
  finishDate: CalendarDate | null;
  inn: string | null;
  phone: string | null;
  workmenCount: number;
  city: string | null;
  address: string | null;
  projectTitle: string | null;
  tags: readonly string[];
  isActRequired: boolean;
}

export interface ValidatedJobRow {
  values: JobRowValues;
  findings: RegistryFinding<JobColumnKey>[];
  healed: JobColumnKey[];
}

/** Needs no database. Source: `domain.md` §4.3. */
export function validateJobRow(
  cells: readonly string[],
  { today, uses1904 }: { today: CalendarDate; uses1904?: boolean | undefined },
): ValidatedJobRow {
  const row = new RowReader(JOB_COLUMNS, cells, uses1904);
  const inn = row.inn("inn");
  const phone = row.phone("phone");
  const startDate = row.date("startDate");
  const finishDate = row.date("finishDate");
  const values: JobRowValues = {
    externalId: row.id("externalId", 64),
    title: titleOf(row),
    description: descriptionOf(row),
    serviceCode: row.serviceCode("serviceCode"),
    receiptText: receiptTextOf(row),
    budgetKopecks: row.amount(
      "budget",
      { kopecks: BigInt(JOB_BUDGET_MIN) * 100n, code: "budget_too_small" },
      BigInt(JOB_BUDGET_MAX) * 100n,
    ),
    startDate,
    finishDate,
    inn,
    phone,
    workmenCount: countOf(row, inn !== null || phone !== null),
    city: row.text("city", 100),
    address: row.text("address", JOB_ADDRESS_MAX),
    projectTitle: row.text("project", 255),
    tags: row.tags("tags"),
    isActRequired: row.yesNo("actRequired") ?? true,
  };
  if (startDate !== null && startDate < today) row.refuse("startDate", "start_in_past");
  if (finishDate !== null) {
    if (finishDate < (startDate ?? today))
      row.refuse(
        "finishDate",
        startDate !== null && startDate >= today ? "finish_before_start" : "finish_in_past",
      );
    else if (finishDate > addDays(today, LONGEST_DAYS)) row.refuse("finishDate", "finish_too_late");
  }
  return { values, findings: row.findings, healed: row.healed };
}

type Row = RowReader<JobColumnKey>;

function titleOf(row: Row): string | null {
  const text = row.cell("title");
  if (text === null) return null;
  const title = normalizeName(text);
  return title.length < JOB_TITLE.min || title.length > JOB_TITLE.max
    ? row.refuse("title", "job_title_length")
    : title;
}

function descriptionOf(row: Row): string | null {
  const text = row.cell("description");
  if (text === null) return null;
  if (text.length < JOB_DESCRIPTION.min || text.length > JOB_DESCRIPTION.max)
    return row.refuse("description", "job_description_length");
  return hasContacts(text) ? row.refuse("description", "job_description_contacts") : text;
}

const EMAIL = /[^\s@]+@[^\s@]+\.\p{L}{2,}/u;
const LINK =
  /(?:https?:\/\/|www\.|t\.me\/|wa\.me\/|(?:^|[\s(«"])(?:[a-zа-я0-9-]+\.)+(?:ru|рф|com|net|org|me|su)(?![\p{L}\d]))/iu;
const PHONE = /(?:\+7|(?<!\d)[78])[\s(-]*9\d{2}[\s)-]*\d{3}[\s-]*\d{2}[\s-]*\d{2}(?!\d)/;

/** Phones, e-mails, links. */
function hasContacts(text: string): boolean {
  return (text.includes("@") && EMAIL.test(text)) || LINK.test(text) || PHONE.test(text);
}

function receiptTextOf(row: Row): string | null {
  const text = row.cell("receiptText");
  if (text === null) return null;
  const read = readReceiptText(text);
  if (!("line" in read)) return row.refuse("receiptText", read.code, read.filling);
  const stranger = strangerIn(read.line);
  if (stranger) row.refuse("receiptText", stranger.code, stranger.filling);
  return read.line;
}

function countOf(row: Row, isNamed: boolean): number {
  const text = row.cell("workmenCount");
  if (text === null) return 1;
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MOST_WORKMEN) row.refuse("workmenCount", "workmen_count_invalid");
  else if (isNamed && count > 1) row.refuse("workmenCount", "workmen_count_with_person");
  else return count;
  return 1;
}
