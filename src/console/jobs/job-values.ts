import dayjs, { type Dayjs } from "dayjs";
import type { Static } from "typebox";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { JobVisibility } from "#contract/jobs/job-visibility.ts";
import type { Job, JobCreate, JobUpdate } from "#contract/jobs/job.ts";

/** Named like the server's fields. */
export interface JobValues {
  readonly title?: string;
  readonly description?: string;
  readonly serviceID?: number;
  readonly receiptText?: string;
  readonly payType: "FIXED" | "NEGOTIABLE";
  readonly budget?: number | null;
  /** Unix seconds. */
  readonly startDate?: number | null;
  readonly finishDate?: number | null;
  readonly cityID?: number | null;
  readonly address?: string;
  readonly projectID?: number | null;
  readonly jobTagsIDs?: number[];
  readonly isActRequired: boolean;
  readonly visibility: JobVisibility;
}

export interface NewJobValues extends JobValues {
  readonly workmenCount?: number | null;
}

export const NEW_JOB: NewJobValues = {
  payType: "FIXED",
  isActRequired: true,
  visibility: "ALL",
  workmenCount: 1,
};

/** Server field → label in the error summary. */
export const JOB_LABELS: Readonly<Record<keyof NewJobValues, string>> = {
  title: "Название",
  description: "Описание",
  serviceID: "Услуга",
  receiptText: "Текст для чека",
  payType: "Цена",
  budget: "Бюджет",
  startDate: "Начало",
  finishDate: "Завершение",
  cityID: "Город",
  address: "Адрес",
  projectID: "Проект",
  jobTagsIDs: "Теги",
  isActRequired: "Акт",
  visibility: "Кто увидит",
  workmenCount: "Сколько нужно исполнителей",
};

export const SEEN_BY: Readonly<Record<JobVisibility, string>> = {
  ALL: "увидят все исполнители",
  FAVOURITES: "увидят только избранные исполнители вашей компании и приглашённые",
  INVITED: "увидят только приглашённые исполнители",
};

export function valuesOf(job: Job): JobValues {
  const {
    title,
    description,
    service,
    receiptText,
    payType,
    budget,
    startDate,
    finishDate,
    city,
    address,
    project,
    tags,
    isActRequired,
    visibility,
  } = job;
  return {
    ...{ title, description, receiptText, budget, startDate, finishDate, isActRequired },
    serviceID: service.id,
    payType: payType.id,
    visibility: visibility.id,
    cityID: city?.id ?? null,
    address: address ?? "",
    projectID: project?.id ?? null,
    jobTagsIDs: tags.map(({ id }) => id),
  };
}

/** Omits the dates, which are past. */
export function copyOf(job: Job): NewJobValues {
  return { ...valuesOf(job), startDate: undefined, finishDate: undefined, workmenCount: 1 };
}

/** The server names missing fields. */
export function createBody({
  budget,
  startDate,
  finishDate,
  cityID,
  projectID,
  ...rest
}: JobValues): Static<typeof JobCreate> {
  return { ...rest, ...present({ budget, startDate, finishDate, cityID, projectID }) };
}

/** Cleared fields are `null`. */
export function updateBody(
  jobID: number,
  { budget, finishDate, startDate = null, cityID = null, projectID = null, ...rest }: JobValues,
): Static<typeof JobUpdate> {
  return { jobID, ...rest, ...present({ budget, finishDate }), startDate, cityID, projectID };
}

function present<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: NonNullable<Fields[Key]> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as never;
}

/** Moscow time; the last day ends at 23:59. */
export function startOfDay(day: Dayjs | null): number | null {
  return day && Date.parse(`${day.format("YYYY-MM-DD")}T00:00:00+03:00`) / 1000;
}

export function endOfDay(day: Dayjs | null): number | null {
  return day && Date.parse(`${day.format("YYYY-MM-DD")}T23:59:00+03:00`) / 1000;
}

export function dayOf(seconds: number | null | undefined): Dayjs | null {
  return seconds === null || seconds === undefined
    ? null
    : dayjs(moscowDate(new Date(seconds * 1000)));
}
