import { Form } from "antd";
import { useState } from "react";
import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import type { ModalControls } from "#web/modals/modal-catalogue.ts";
import { toast } from "#web/ui/toasts.ts";
import { chosenRule } from "#console/kit/chosen-rule.ts";
import { INVITE_LISTS } from "./job-invite-lists.ts";
import { MessageField } from "./message-field.tsx";
import { INVITED, RefusedInvites, type InvitesMade, refusedWorkmen } from "./refused-invites.tsx";
import { type ChosenWorkman, WorkmenField, type WorkmenSource } from "./workmen-field.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";

/** Limit of one request. */
const MOST = 100;
const LABELS = { workmanIDs: "Кого пригласить", message: "Сообщение" };

interface Values {
  readonly workmanIDs?: readonly number[];
  readonly message?: string;
}

interface InviteWorkmenProps extends ModalControls {
  readonly jobId: number;
  readonly source: WorkmenSource;
}

export function InviteWorkmen({ jobId, source, close }: InviteWorkmenProps) {
  const [refused, setRefused] = useState<InvitesMade | null>(null);
  const [chosen, setChosen] = useState<readonly ChosenWorkman[]>([]);
  if (refused)
    return (
      <RefusedInvites
        invitedCount={refused.items.length}
        refused={refusedWorkmen(refused, new Map(chosen.map(({ id, title }) => [id, title])))}
        onClose={close}
      />
    );
  return (
    <RecordForm
      endpoint={jobInviteEndpoints.create}
      labels={LABELS}
      submitTitle="Пригласить"
      input={({ workmanIDs = [], message }: Values) => ({
        body: { jobID: jobId, workmanIDs: [...workmanIDs], message: message?.trim() || undefined },
      })}
      alsoChanges={INVITE_LISTS}
      onDone={(answer) => {
        if (answer.items.length > 0)
          toast({ type: "success", message: countOf(answer.items.length, INVITED) });
        if (answer.failed.length > 0) setRefused(answer);
        else close();
      }}
      staysOpen
    >
      <Form.Item
        name="workmanIDs"
        label={LABELS.workmanIDs}
        rules={[chosenRule("Выберите хотя бы одного исполнителя")]}
      >
        <WorkmenField source={source} most={MOST} onChosen={setChosen} />
      </Form.Item>
      <MessageField />
    </RecordForm>
  );
}
