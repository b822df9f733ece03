import { type Actor, reaches } from "#contract/access/actor.ts";
import { type WorkingFacts, workRefusal } from "#contract/workmen/work-refusal.ts";
import type { JobPermissions } from "./job.ts";
import { CANCELABLE_JOB_STATES, type JobState } from "./job-states.ts";
import type { JobVisibility } from "./job-visibility.ts";

/** From a job's end. Source: `domain.md` §2.4. */
export const REVIEW_WINDOW_SECONDS = 30 * 24 * 60 * 60;

export interface JobFacts {
  readonly state: JobState;
  readonly accountId: number;
  readonly projectId: number | null;
  readonly visibility: JobVisibility;
  readonly acceptedWorkmanId: number | null;
  readonly finishedAtSeconds: number | null;
  readonly hasAccountReview: boolean;
  readonly hasWorkmanReview: boolean;
  /** `null` where workmen name their price. */
  readonly fixedKopecks: bigint | null;
  readonly allowedTaxpayerTypes: readonly string[];
  /** The caller's own, as a workman. */
  readonly mine: {
    readonly hasOffer: boolean;
    readonly hasLiveOffer: boolean;
    readonly hasInvite: boolean;
    readonly isFavourite: boolean;
    readonly isBlacklisted: boolean;
  };
}

/** `workman`: what decides which jobs he may take. */
export interface JobActor extends Actor {
  readonly workman: WorkingFacts | null;
}

/**
 * A guest (`null`) sees jobs published for all. Own jobs: same account, and the role reaches the
 * project. Source: specification §3, §6; `domain.md` §2.4, last paragraph.
 */
export function jobPermissions(
  actor: JobActor | null,
  job: JobFacts,
  nowSeconds: number,
): JobPermissions {
  const manages = actor !== null && reaches(actor, "jobs.manage", job);
  const sees = actor !== null && reaches(actor, "jobs.view", job);
  const isWorkman = actor !== null && actor.workmanId !== null;
  const inReviewWindow =
    job.state === "FINISHED" &&
    job.finishedAtSeconds !== null &&
    nowSeconds - job.finishedAtSeconds <= REVIEW_WINDOW_SECONDS;
  const didTheJob = isWorkman && job.acceptedWorkmanId === actor.workmanId;
  const update =
    manages &&
    (job.state === "DRAFT" ||
      job.state === "REJECTED" ||
      (job.state === "PUBLISHED" && job.acceptedWorkmanId === null));
  return {
    view:
      sees ||
      (job.state === "PUBLISHED" && isShownUninvited(job)) ||
      (isWorkman && (job.mine.hasOffer || job.mine.hasInvite || didTheJob)),
    manage: manages,
    update,
    publish: manages && job.state === "DRAFT",
    cancel: manages && CANCELABLE_JOB_STATES.includes(job.state),
    createAccountReview: inReviewWindow && didTheJob && !job.hasAccountReview,
    createWorkmanReview:
      inReviewWindow &&
      actor !== null &&
      job.acceptedWorkmanId !== null &&
      reaches(actor, "reviews.manage", job) &&
      !job.hasWorkmanReview,
    createInvite:
      actor !== null &&
      reaches(actor, "offers.manage", job) &&
      (job.state === "PUBLISHED" || (job.state === "DRAFT" && manages)),
    createJobOffer: isWorkman && answerRefusal(actor, job) === null,
  };
}

/**
 * Why a workman may not make an offer, in Russian. The job's reasons come first: no document helps
 * with a taken job.
 */
export function answerRefusal(actor: JobActor, job: JobFacts): string | null {
  if (job.mine.hasLiveOffer) return "Вы уже откликнулись на это задание";
  if (actor.accountId === job.accountId) return "Нельзя откликнуться на задание своей компании";
  if (job.state !== "PUBLISHED") return "Задание уже занято или закрыто. Посмотрите другие";
  if (job.mine.isBlacklisted)
    return "Этот заказчик не принимает от вас откликов. Посмотрите другие задания";
  if (!job.mine.hasInvite && !isShownUninvited(job))
    return job.visibility === "FAVOURITES"
      ? "На это задание откликаются только избранные исполнители заказчика"
      : "На это задание откликаются только по приглашению";
  if (actor.workman === null) return "Завершите регистрацию, чтобы брать задания";
  return workRefusal(
    actor.workman,
    { sumKopecks: job.fixedKopecks, allowedTaxpayerTypes: job.allowedTaxpayerTypes },
    "workman",
  );
}

function isShownUninvited({ visibility, mine }: JobFacts): boolean {
  return visibility === "ALL" || (visibility === "FAVOURITES" && mine.isFavourite);
}
