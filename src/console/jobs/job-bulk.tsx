import { CanAccess } from "@refinedev/core";
import { Button } from "antd";
import { countOf } from "#contract/values/plural.ts";
import { MASS_INVITE_MOST } from "#contract/job-invites/job-invite.ts";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import type { JobCard } from "#contract/jobs/job.ts";
import type { Selection } from "#console/kit/use-selection.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { forceCancelWindow } from "./force-cancel-modal.tsx";
import { ALL_JOB_LISTS, JOB_COUNT_WORDS } from "#web/jobs/job-lists.ts";
import { jobTagsWindow } from "./job-tags-modal.tsx";
import { publicationOf } from "./mass-outcome.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";

/** Limit of one request. */
const MOST = 500;

/** Failures are listed. */
export function JobBulk({ selection }: { readonly selection: Selection<JobCard> }) {
  const { open, show } = useModal();
  const jobIDs = selection.rows.map(({ id }) => id);
  const drafts = selection.rows
    .filter(({ permissions }) => permissions.publish)
    .map(({ id }) => id);
  const inviting = selection.rows
    .filter(({ permissions }) => permissions.createInvite)
    .map(({ id, title }) => ({ id, title }));
  const whyNotInvite =
    inviting.length === 0
      ? "Среди выбранных нет заданий, которые ищут исполнителя"
      : inviting.length > MASS_INVITE_MOST.jobs
        ? `За один раз приглашают не больше чем в ${MASS_INVITE_MOST.jobs} заданий`
        : null;
  if (selection.isEverything || jobIDs.length > MOST)
    return <span>За один раз можно изменить до {MOST} заданий: выберите их на страницах</span>;
  return (
    <>
      <CanAccess {...right("jobs.manage")}>
        <Button
          size="small"
          disabled={drafts.length === 0}
          title={drafts.length === 0 ? "Среди выбранных нет черновиков" : undefined}
          onClick={() => show(massPublishWindow(drafts, selection.clear))}
        >
          Опубликовать
        </Button>
        <Button size="small" onClick={() => show(jobTagsWindow(jobIDs, selection.clear))}>
          Добавить теги
        </Button>
      </CanAccess>
      <CanAccess {...right("offers.manage")}>
        <Button
          size="small"
          disabled={whyNotInvite !== null}
          title={whyNotInvite ?? undefined}
          onClick={() => open("invite-create", { jobs: inviting, onInvited: selection.clear })}
        >
          Пригласить
        </Button>
      </CanAccess>
      <CanAccess {...right("jobs.force-cancel")}>
        <Button
          size="small"
          danger
          onClick={() =>
            show(
              forceCancelWindow({
                jobIDs,
                sentence: `Отменить ${countOf(jobIDs.length, JOB_COUNT_WORDS)}. Замороженные деньги вернутся на баланс. Исполнителям заданий, которые уже выполняются, будет предложено завершить их без оплаты`,
                onDone: selection.clear,
              }),
            )
          }
        >
          Отменить
        </Button>
      </CanAccess>
    </>
  );
}

function massPublishWindow(jobIDs: number[], onDone: () => void): ShownWindow {
  return {
    title: "Опубликовать задания",
    content: (
      <RecordForm
        endpoint={jobEndpoints.massPublish}
        sentence={`Опубликовать ${countOf(jobIDs.length, JOB_COUNT_WORDS)}. Исполнители увидят их сразу или после проверки модератором`}
        submitTitle="Опубликовать"
        input={() => ({ body: { jobIDs } })}
        done={publicationOf}
        alsoChanges={ALL_JOB_LISTS}
        onDone={onDone}
      />
    ),
  };
}
