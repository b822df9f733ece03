import type { ComponentType } from "react";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import type { AccountUser } from "#contract/account-users/account-user.ts";

/** Results chosen one by one, or everything a filter of their list finds. */
export type ChosenOffers =
  | { readonly offers: readonly JobOffer[] }
  | { readonly filters: Readonly<Record<string, unknown>>; readonly count: number };

interface JobRef {
  jobId: number;
}
/** Jobs chosen in their list. */
export interface InvitingJobs {
  jobs: readonly { readonly id: number; readonly title: string }[];
  onInvited?: () => void;
}
interface OfferRef {
  offerId: number;
}
/** Reads what the page shows again, where live events would come later. */
interface Settled {
  onSettled?: () => void;
}
interface InviteRef {
  inviteId: number;
}

/**
 * The modals there are: name → props. A name can be opened only while it stands here, and a module
 * hands in the modal itself. Source: specification §2, «Modals»;
 * `tests/architecture/spec/modals.tsv`.
 */
export interface ModalProps {
  account: { accountId: number };
  /** `null`: a new user. */
  "account-user-edit": { accountUser: AccountUser | null };
  "account-user-delete": { accountUser: AccountUser };
  /** `jobId`: chosen beforehand. */
  "account-review": { accountId: number; jobId?: number };
  "balance-top-up": { suggestedRubles?: number };
  "card-bind-success": object;
  "card-bind-fail": object;
  /** `cardId`: the bank's token of the card. */
  "card-unbind": { cardId: string; mask: string };
  "city-select": { onSelect: (city: { id: number; title: string }) => void };
  /** Documents made of a template, acts too: signed together by one code. */
  "document-template-sign": { documentIds: readonly number[] };
  "document-template-reject": { documentId: number; name: string; isAct: boolean };
  "employee-invite": object;
  "employee-projects": { employeeId: number };
  "email-change": object;
  "mobile-app": object;
  /** `cardId`: chosen beforehand. */
  "money-withdrawal": { cardId?: string };
  "act-sign": { documentIds: readonly number[] } & Settled;
  "sign-in-offer": object;
  "job-edit": JobRef;
  "job-cancel": JobRef;
  "invite-accept": InviteRef & Settled;
  "invite-decline": InviteRef & Settled;
  /** From the people the job is chosen, from a job or several the people. */
  "invite-create":
    { workmen: readonly { readonly id: number; readonly name: string }[] } | JobRef | InvitingJobs;
  "invite-cancel": InviteRef & { who: string };
  "offer-accept": OfferRef;
  "offer-decline": OfferRef;
  "offer-cancel": OfferRef & Settled;
  /** `offerId`: it is changed instead of made. */
  "offer-create": JobRef & { offerId?: number } & Settled;
  "offer-start-execution": OfferRef & Settled;
  "offer-arbitration": OfferRef & { step: "open" | "accept" | "decline" } & Settled;
  "offer-mass-accept": { chosen: ChosenOffers; onAccepted?: () => void };
  "phone-change": object;
  review: { workmanId: number; jobId?: number };
  "registration-help": object;
  "smz-registration-help": object;
  "smz-registration-fail": object;
  "smz-registration-wait": object;
  /**
   * Of whoever is signed in, a company or a worker. `cardId`: the worker's card payouts shall go
   * to.
   */
  "requisite-change": { cardId?: string };
}

export type ModalName = keyof ModalProps;

/**
 * One modal: its title and how to load what is inside. The host draws the frame, the title and the
 * close button.
 */
export interface ModalEntry<Name extends ModalName> {
  readonly title: string;
  readonly load: () => Promise<{ default: ComponentType<ModalProps[Name] & ModalControls> }>;
  /** Widest it may be; the specification's 776 px unless given. */
  readonly maxWidthPx?: number;
}

/** What the host gives to the inside of every modal. */
export interface ModalControls {
  readonly close: () => void;
  /** A locked modal has no close button and ignores Escape and clicks outside. */
  readonly setLocked: (isLocked: boolean) => void;
}

/** The modals of a module. */
export type ModalEntries = { readonly [Name in ModalName]?: ModalEntry<Name> };
