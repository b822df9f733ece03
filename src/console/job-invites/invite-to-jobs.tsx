import { Form } from "antd";
import { useState } from "react";
import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { MASS_INVITE_MOST, type MassInviteResult } from "#contract/job-invites/job-invite.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatPhone, wholePhone } from "#web/format/phone.ts";
import type { InvitingJobs, ModalControls } from "#web/modals/modal-catalogue.ts";
import { toast } from "#web/ui/toasts.ts";
import { chosenRule } from "#console/kit/chosen-rule.ts";
import { INVITE_LISTS } from "./job-invite-lists.ts";
import { MessageField } from "./message-field.tsx";
import { PhonesField } from "./phones-field.tsx";
import { RefusedInvites } from "./refused-invites.tsx";
import { type ChosenWorkman, WorkmenField, type WorkmenSource } from "./workmen-field.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";

const LABELS = {
  workmanIDs: "Кого пригласить",
  phones: "Телефоны",
  message: "Сообщение",
  jobIDs: "Задания",
};
const SENT = [
  "приглашение отправлено",
  "приглашения отправлены",
  "приглашений отправлено",
] as const;

interface Values {
  readonly workmanIDs?: readonly number[];
  readonly phones?: readonly string[];
  readonly message?: string;
}

interface InviteToJobsProps extends InvitingJobs, ModalControls {
  readonly source: WorkmenSource | "phone";
}

export function InviteToJobs({ jobs, onInvited, source, close }: InviteToJobsProps) {
  const [outcome, setOutcome] = useState<MassInviteResult | null>(null);
  const [chosen, setChosen] = useState<readonly ChosenWorkman[]>([]);
  if (outcome)
    return (
      <RefusedInvites
        invitedCount={outcome.invitedCount}
        refused={sentencesOf(outcome, jobs, chosen)}
        onClose={close}
      />
    );
  return (
    <RecordForm
      endpoint={jobInviteEndpoints.createMany}
      labels={LABELS}
      submitTitle="Пригласить"
      input={({ workmanIDs, phones, message }: Values) => ({
        body: {
          jobIDs: jobs.map(({ id }) => id),
          workmanIDs: workmanIDs && [...workmanIDs],
          phones: phones?.map((phone) => wholePhone(phone) ?? phone),
          message: message?.trim() || undefined,
        },
      })}
      alsoChanges={INVITE_LISTS}
      onDone={(answer) => {
        if (answer.invitedCount > 0) {
          toast({ type: "success", message: countOf(answer.invitedCount, SENT) });
          onInvited?.();
        }
        if (answer.failed.length > 0) setOutcome(answer);
        else close();
      }}
      staysOpen
    >
      <p>
        Каждого пригласим в {countOf(jobs.length, ["задание", "задания", "заданий"])}. Черновики при
        этом публикуются
      </p>
      {source === "phone" ? (
        <PhonesField label={LABELS.phones} />
      ) : (
        <Form.Item
          name="workmanIDs"
          label={LABELS.workmanIDs}
          rules={[chosenRule("Выберите хотя бы одного исполнителя")]}
        >
          <WorkmenField source={source} most={MASS_INVITE_MOST.workmen} onChosen={setChosen} />
        </Form.Item>
      )}
      <MessageField />
    </RecordForm>
  );
}

/** «Разнести листовки, Иванов Пётр: уже приглашён»; the title alone if the whole job is refused. */
function sentencesOf(
  { failed }: MassInviteResult,
  jobs: InvitingJobs["jobs"],
  people: readonly ChosenWorkman[],
): readonly string[] {
  const titles = new Map(jobs.map(({ id, title }) => [id, title]));
  const names = new Map(people.map(({ id, title }) => [id, title]));
  return failed.map(({ jobID, workmanID, phone, message }) => {
    const who =
      phone === null ? workmanID && (names.get(workmanID) ?? `№ ${workmanID}`) : formatPhone(phone);
    return `${[titles.get(jobID) ?? `№ ${jobID}`, who].filter(Boolean).join(", ")}: ${message}`;
  });
}
