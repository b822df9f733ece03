import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import type { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { RefusedPart } from "#console/kit/refused-part.tsx";

export type InvitesMade = AnswerOf<typeof jobInviteEndpoints.create>;

export const INVITED = [
  "исполнитель приглашён",
  "исполнителя приглашены",
  "исполнителей приглашены",
] as const;

/** @param names - by worker id. */
export function refusedWorkmen(
  { failed }: InvitesMade,
  names: ReadonlyMap<number, string>,
): readonly string[] {
  return failed.map(
    ({ workmanID, message }) => `${names.get(workmanID) ?? `№ ${workmanID}`}: ${message}`,
  );
}

interface RefusedInvitesProps {
  readonly invitedCount: number;
  readonly refused: readonly string[];
  readonly onClose: () => void;
}

export function RefusedInvites({ invitedCount, refused, onClose }: RefusedInvitesProps) {
  return (
    <RefusedPart
      message={`Приглашено ${invitedCount}, не приглашено ${refused.length}`}
      refused={refused}
      onClose={onClose}
    />
  );
}
