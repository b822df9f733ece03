import { Form, Select } from "antd";
import { useState } from "react";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { ModalForm } from "#console/kit/modal-form.tsx";
import { useSettled } from "#console/kit/use-settled.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import type { ModalControls } from "#console/providers/modal-catalogue.ts";
import { toast } from "#console/providers/toasts.ts";
import { chosenRule } from "#console/ui/chosen-rule.ts";
import { INVITE_LISTS } from "./job-invite-lists.ts";
import { MessageField } from "./message-field.tsx";
import { INVITED, RefusedInvites, type InvitesMade } from "./refused-invites.tsx";

/** People offered at once: whoever is not among them is found by his name. */
const SHOWN = 20;
const MOST = 100;
const LABELS = { workmanIDs: "Кого пригласить", message: "Сообщение" };

interface Chosen {
  readonly value: number;
  readonly label: string;
}

interface Values {
  readonly workmanIDs?: readonly Chosen[];
  readonly message?: string;
}

interface InviteWorkmenProps extends ModalControls {
  readonly jobId: number;
  readonly source: "favourites" | "catalogue";
}

/** Invites registered workers; who could not be invited is named with the reason, the others are. */
export function InviteWorkmen({ jobId, source, close, setLocked }: InviteWorkmenProps) {
  const [refused, setRefused] = useState<{ readonly answer: InvitesMade; readonly names: readonly Chosen[] } | null>(null);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  if (refused) return <RefusedInvites answer={refused.answer} names={new Map(refused.names.map(({ value, label }) => [value, label]))} onClose={close} />;
  return (
    <ModalForm<typeof jobInviteEndpoints.create, Values>
      endpoint={jobInviteEndpoints.create}
      labels={LABELS}
      submitTitle="Пригласить"
      input={({ workmanIDs = [], message }) => ({ body: { jobID: jobId, workmanIDs: workmanIDs.map(({ value }) => value), message: message?.trim() || undefined } })}
      changes={INVITE_LISTS}
      onDone={(answer) => {
        if (answer.items.length > 0) toast({ type: "success", message: countOf(answer.items.length, INVITED) });
        if (answer.failed.length > 0) setRefused({ answer, names: chosen });
        else close();
      }}
      onClose={close}
      onBusy={setLocked}
    >
      <Form.Item name="workmanIDs" label={LABELS.workmanIDs} rules={[chosenRule("Выберите хотя бы одного исполнителя")]}>
        {source === "favourites" ? <Favourites onChosen={setChosen} /> : <Catalogue onChosen={setChosen} />}
      </Form.Item>
      <MessageField />
    </ModalForm>
  );
}

interface FieldProps {
  readonly onChosen: (chosen: readonly Chosen[]) => void;
  /** Given by the form. */
  readonly id?: string;
  readonly value?: readonly Chosen[];
  readonly onChange?: (value: readonly Chosen[]) => void;
}

function Favourites(field: FieldProps) {
  const [search, setSearch] = useState("");
  const settled = useSettled(search.trim());
  const { data, isFetching } = useRead(employeeEndpoints.list, { query: { page: 1, perPage: SHOWN, search: settled || undefined, sortBy: "name", sortDirection: "asc" } }, { silent: true });
  const options = (data?.items ?? []).flatMap(({ workman }) => (workman ? [{ value: workman.id, label: workman.name }] : []));
  return <People {...field} options={options} isLoading={isFetching} emptyText={settled ? "Среди избранных таких нет" : "Избранных исполнителей пока нет. Выберите из каталога"} onSearch={setSearch} />;
}

function Catalogue(field: FieldProps) {
  const [search, setSearch] = useState("");
  const settled = useSettled(search.trim());
  const { data, isFetching } = useRead(workmanEndpoints.list, { query: { page: 1, perPage: SHOWN, search: settled || undefined, sortBy: "rating", sortDirection: "desc" } }, { silent: true });
  const options = (data?.items ?? []).map(({ id, name, city, rating }) => ({ value: id, label: [name, city?.title, rating === null ? null : `★ ${rating.toLocaleString("ru-RU")}`].filter(Boolean).join(", ") }));
  return <People {...field} options={options} isLoading={isFetching} emptyText="Таких исполнителей нет: проверьте написание" onSearch={setSearch} />;
}

interface PeopleProps extends FieldProps {
  readonly options: Chosen[];
  readonly isLoading: boolean;
  readonly emptyText: string;
  readonly onSearch: (text: string) => void;
}

function People({ id, value, options, isLoading, emptyText, onSearch, onChange, onChosen }: PeopleProps) {
  return (
    <Select<Chosen[]>
      id={id}
      mode="multiple"
      labelInValue
      filterOption={false}
      maxCount={MOST}
      placeholder="Начните вводить имя"
      loading={isLoading}
      options={options}
      value={value ? [...value] : undefined}
      notFoundContent={isLoading ? "Ищем…" : emptyText}
      onSearch={onSearch}
      onChange={(next) => {
        onChange?.(next);
        onChosen(next);
        onSearch("");
      }}
    />
  );
}
