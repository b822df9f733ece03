import { Form, Select } from "antd";
import { useState } from "react";
import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import { useSettled } from "#console/kit/use-settled.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import type { ModalControls } from "#web/modals/modal-catalogue.ts";
import { toast } from "#web/ui/toasts.ts";
import { chosenRule } from "#console/kit/chosen-rule.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { INVITE_LISTS } from "./job-invite-lists.ts";
import { MessageField } from "./message-field.tsx";
import { INVITED, RefusedInvites, type InvitesMade, refusedWorkmen } from "./refused-invites.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";

const SHOWN = 20;
const LABELS = { jobID: "Задание", message: "Сообщение" };

interface Values {
  readonly jobID: number;
  readonly message?: string;
}

interface InviteToJobProps extends ModalControls {
  readonly workmen: readonly { readonly id: number; readonly name: string }[];
}

export function InviteToJob({ workmen, close }: InviteToJobProps) {
  const [refused, setRefused] = useState<InvitesMade | null>(null);
  const [search, setSearch] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const settled = useSettled(search.trim());
  const { data, isFetching } = useRead(
    jobEndpoints.accountJobList,
    {
      query: {
        page: 1,
        perPage: SHOWN,
        states: ["PUBLISHED", "DRAFT"],
        search: settled || undefined,
      },
    },
    { silent: true },
  );
  const options = (data?.items ?? []).map(({ id, title, jobIdent, state }) => ({
    value: id,
    label: `№ ${jobIdent} ${title}${state.id === "DRAFT" ? " (черновик: опубликуется)" : ""}`,
  }));
  if (refused)
    return (
      <RefusedInvites
        invitedCount={refused.items.length}
        refused={refusedWorkmen(refused, new Map(workmen.map(({ id, name }) => [id, name])))}
        onClose={close}
      />
    );
  return (
    <RecordForm
      endpoint={jobInviteEndpoints.create}
      labels={LABELS}
      submitTitle="Пригласить"
      input={({ jobID, message }: Values) => ({
        body: {
          jobID,
          workmanIDs: workmen.map(({ id }) => id),
          message: message?.trim() || undefined,
        },
      })}
      alsoChanges={INVITE_LISTS}
      onDone={(answer) => {
        const { items, failed } = answer;
        if (workmen.length === 1 && failed[0]) return setRefusal(failed[0].message);
        if (items.length > 0)
          toast({
            type: "success",
            message:
              workmen.length === 1 ? "Приглашение отправлено" : countOf(items.length, INVITED),
          });
        if (failed.length > 0) setRefused(answer);
        else close();
      }}
      staysOpen
    >
      {workmen.length > 1 ? <p>{workmen.map(({ name }) => name).join(", ")}</p> : null}
      <Form.Item
        name="jobID"
        label={LABELS.jobID}
        rules={[chosenRule("Выберите задание")]}
        {...(refusal === null
          ? {}
          : { validateStatus: "error", help: <span role="alert">{refusal}</span> })}
      >
        <Select<number>
          showSearch
          filterOption={false}
          placeholder="Название или номер"
          loading={isFetching}
          options={options}
          notFoundContent={
            isFetching ? (
              "Ищем…"
            ) : (
              <>
                Заданий, которые ищут исполнителя, нет.{" "}
                <PageLink to="/jobs/create">Создать задание</PageLink>
              </>
            )
          }
          onSearch={setSearch}
          onChange={() => setRefusal(null)}
        />
      </Form.Item>
      <MessageField />
    </RecordForm>
  );
}
