import { Form, Select } from "antd";
import { useState } from "react";
import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { ModalForm } from "#console/kit/modal-form.tsx";
import { useSettled } from "#console/kit/use-settled.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import type { ModalControls } from "#console/providers/modal-catalogue.ts";
import { toast } from "#console/providers/toasts.ts";
import { chosenRule } from "#console/ui/chosen-rule.ts";
import { PageLink } from "#console/ui/page-link.tsx";
import { INVITE_LISTS } from "./job-invite-lists.ts";
import { MessageField } from "./message-field.tsx";

/** Jobs offered at once: another is found by its title or number. */
const SHOWN = 20;
const LABELS = { jobID: "Задание", message: "Сообщение" };

interface Values {
  readonly jobID: number;
  readonly message?: string;
}

/** Invites one worker from his page: the job is chosen among those that look for somebody. */
export function InviteToJob({ workmanId, close, setLocked }: { readonly workmanId: number } & ModalControls) {
  const [search, setSearch] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const settled = useSettled(search.trim());
  const { data, isFetching } = useRead(jobEndpoints.accountJobList, { query: { page: 1, perPage: SHOWN, states: ["PUBLISHED", "DRAFT"], search: settled || undefined } }, { silent: true });
  const options = (data?.items ?? []).map(({ id, title, jobIdent, state }) => ({ value: id, label: `№ ${jobIdent} ${title}${state.id === "DRAFT" ? " (черновик: опубликуется)" : ""}` }));
  return (
    <ModalForm<typeof jobInviteEndpoints.create, Values>
      endpoint={jobInviteEndpoints.create}
      labels={LABELS}
      submitTitle="Пригласить"
      input={({ jobID, message }) => ({ body: { jobID, workmanIDs: [workmanId], message: message?.trim() || undefined } })}
      changes={INVITE_LISTS}
      onDone={({ failed }) => {
        if (failed[0]) return setRefusal(failed[0].message);
        toast({ type: "success", message: "Приглашение отправлено" });
        close();
      }}
      onClose={close}
      onBusy={setLocked}
    >
      <Form.Item name="jobID" label={LABELS.jobID} rules={[chosenRule("Выберите задание")]} {...(refusal === null ? {} : { validateStatus: "error", help: <span role="alert">{refusal}</span> })}>
        <Select<number>
          showSearch
          filterOption={false}
          placeholder="Название или номер"
          loading={isFetching}
          options={options}
          notFoundContent={isFetching ? "Ищем…" : <>Заданий, которые ищут исполнителя, нет. <PageLink to="/jobs/create">Создать задание</PageLink></>}
          onSearch={setSearch}
          onChange={() => setRefusal(null)}
        />
      </Form.Item>
      <MessageField />
    </ModalForm>
  );
}
