import type { ComponentType } from "react";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import type { AccountUser } from "#contract/account-users/account-user.ts";

export type ChosenOffers =
  | { readonly offers: readonly JobOffer[] }
  | { readonly filters: Readonly<Record<string, unknown>>; readonly count: number };

interface JobRef {
  jobId: number;
}
export interface InvitingJobs {
  jobs: readonly { readonly id: number; readonly title: string }[];
  onInvited?: () => void;
}
interface OfferRef {
  offerId: number;
}
/** Called before live events arrive. */
interface Settled {
  onSettled?: () => void;
}
interface InviteRef {
  inviteId: number;
}

/**
 * Props by name; modules provide the components. Source: specification §2, «Modals»;
 * `tests/architecture/spec/modals.tsv`.
 */
export interface ModalProps {
  account: { accountId: number };
  /** `null` creates a user. */
  "account-user-edit": { accountUser: AccountUser | null };
  "account-user-delete": { accountUser: AccountUser };
  /** `jobId` is preselected. */
  "account-review": { accountId: number; jobId?: number };
  "balance-top-up": { suggestedRubles?: number };
  "card-bind-success": { cardId?: string };
  "card-bind-fail": object;
  /** The bank's token. */
  "card-unbind": { cardId: string; mask: string };
  "city-select": { onSelect: (city: { id: number; title: string }) => void };
  /** Acts too, all signed with one code. */
  "document-template-sign": { documentIds: readonly number[] };
  "document-template-reject": { documentId: number; name: string; isAct: boolean };
  "employee-invite": object;
  "employee-projects": { employeeId: number };
  "email-change": object;
  "mobile-app": object;
  /** Preselected. */
  "money-withdrawal": { cardId?: string };
  "act-sign": { documentIds: readonly number[] } & Settled;
  "sign-in-offer": object;
  "job-edit": JobRef;
  "job-cancel": JobRef;
  "invite-accept": InviteRef & Settled;
  "invite-decline": InviteRef & Settled;
  /** From workers or from jobs; the modal asks for the other. */
  "invite-create":
    { workmen: readonly { readonly id: number; readonly name: string }[] } | JobRef | InvitingJobs;
  "invite-cancel": InviteRef & { who: string };
  "offer-accept": OfferRef;
  "offer-decline": OfferRef;
  "offer-cancel": OfferRef & Settled;
  /** With `offerId` the offer is edited. */
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
  /** Company's or worker's. `cardId`: for payouts. */
  "requisite-change": { cardId?: string; onSaved?: () => void };
}

export type ModalName = keyof ModalProps;

/** The host renders frame, title and close button. */
export interface ModalEntry<Name extends ModalName> {
  readonly title: string;
  readonly load: () => Promise<{ default: ComponentType<ModalProps[Name] & ModalControls> }>;
  /** By default 776 px of the specification. */
  readonly maxWidthPx?: number;
  /** At the edge and as high as the screen: for about ten fields and more. */
  readonly isDrawer?: boolean;
}

export interface ModalControls {
  readonly close: () => void;
}

export type ModalEntries = { readonly [Name in ModalName]?: ModalEntry<Name> };
