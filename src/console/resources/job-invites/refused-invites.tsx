import { Alert, Button } from "antd";
import type { AnswerOf } from "#contract/http/define-endpoints.ts";
import type { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";

export type InvitesMade = AnswerOf<typeof jobInviteEndpoints.create>;

export const INVITED = ["исполнитель приглашён", "исполнителя приглашены", "исполнителей приглашены"] as const;

interface RefusedInvitesProps {
  readonly answer: InvitesMade;
  /** By the worker's id. */
  readonly names: ReadonlyMap<number, string>;
  readonly onClose: () => void;
}

/** Some were invited; who was not, and why. */
export function RefusedInvites({ answer: { items, failed }, names, onClose }: RefusedInvitesProps) {
  return (
    <>
      <Alert
        type="warning"
        showIcon
        role="alert"
        style={{ marginBottom: 16 }}
        message={`Приглашено ${items.length}, не приглашено ${failed.length}`}
        description={
          <ul>
            {failed.map(({ workmanID, message }) => (
              <li key={workmanID}>
                {names.get(workmanID) ?? `№ ${workmanID}`}: {message}
              </li>
            ))}
          </ul>
        }
      />
      <Button onClick={onClose}>Закрыть</Button>
    </>
  );
}
