import dayjs, { type Dayjs } from "dayjs";
import type { Static } from "typebox";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { JobVisibility } from "#contract/jobs/job-visibility.ts";
import type { Job, JobCreate, JobUpdate } from "#contract/jobs/job.ts";

/** A job as its form holds it, named as the server names its fields. */
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

/** A job that is not posted yet. */
export interface NewJobValues extends JobValues {
  /** As many jobs are made. */
  readonly workmenCount?: number | null;
}

export const NEW_JOB: NewJobValues = {
  payType: "FIXED",
  isActRequired: true,
  visibility: "ALL",
  workmenCount: 1,
};

/** Field of the server → words in the summary of what is wrong. */
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

/** «Задание …» by whom it is seen once it is published. */
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

/** The same of another job: its days are over, so they are asked for anew. */
export function copyOf(job: Job): NewJobValues {
  return { ...valuesOf(job), startDate: undefined, finishDate: undefined, workmenCount: 1 };
}

/** What is left empty is not sent: the server names what it misses. */
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

/** What was taken away is sent as `null`. */
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

/** Days of Moscow: a job begins with its first day and ends with the last minute of its last. */
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
