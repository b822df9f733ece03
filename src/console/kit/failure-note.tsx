import { Button, Typography } from "antd";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import {
  mendingAdvice,
  PAYOUT_MENDINGS,
  type PayoutFailureId,
} from "#contract/payouts/payout-failures.ts";
import type { RowAction } from "./row-actions.tsx";

interface FailureNoteProps {
  readonly failure: { readonly id: PayoutFailureId; readonly title: string };
  /** Words of the outside service beyond a reason. */
  readonly words?: string | null;
  /** Known where the reason is a payout's. */
  readonly payout?: Pick<Payout, "state" | "triesCount">;
  /** Commands of the row; the one that mends the failure becomes the button. */
  readonly actions: readonly RowAction[];
}

export function FailureNote({ failure, words, payout, actions }: FailureNoteProps) {
  const action = mendingAction(failure.id, actions);
  return (
    <div className="failure-note">
      <Typography.Text type="danger">{words ?? failure.title}</Typography.Text>
      <div className="muted">
        {payout
          ? mendingAdvice(failure.id, "account", { ...payout, state: payout.state.id })
          : PAYOUT_MENDINGS[failure.id].account}
      </div>
      {action ? (
        <Button size="small" onClick={action.onClick}>
          {action.label}
        </Button>
      ) : null}
    </div>
  );
}

function mendingAction(
  failure: PayoutFailureId,
  actions: readonly RowAction[],
): RowAction | undefined {
  const wanted = PAYOUT_MENDINGS[failure].action;
  return (
    actions.find(({ key }) => key === wanted) ??
    actions.find(({ key }) => key === "retry" || key === "give-up")
  );
}
