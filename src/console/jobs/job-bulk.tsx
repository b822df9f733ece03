import { CanAccess } from "@refinedev/core";
import { Button } from "antd";
import { useState } from "react";
import { countOf } from "#contract/values/plural.ts";
import { MASS_INVITE_MOST } from "#contract/job-invites/job-invite.ts";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import type { JobCard } from "#contract/jobs/job.ts";
import type { Selection } from "#console/kit/use-selection.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { ForceCancelModal } from "./force-cancel-modal.tsx";
import { ALL_JOB_LISTS, JOB_COUNT_WORDS } from "#web/jobs/job-lists.ts";
import { JobTagsModal } from "./job-tags-modal.tsx";
import { publicationOf } from "./mass-outcome.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";

/** Limit of one request. */
const MOST = 500;

/** Failures are listed. */
export function JobBulk({ selection }: { readonly selection: Selection<JobCard> }) {
  const { open } = useModal();
  const [asked, setAsked] = useState<"publish" | "tags" | "cancel" | null>(null);
  const close = () => setAsked(null);
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
          onClick={() => setAsked("publish")}
        >
          Опубликовать
        </Button>
        <Button size="small" onClick={() => setAsked("tags")}>
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
        <Button size="small" danger onClick={() => setAsked("cancel")}>
          Отменить
        </Button>
      </CanAccess>
      {asked === "publish" ? (
        <ModalFrame title="Опубликовать задания" onClose={close} widthPx={480}>
          <RecordForm
            endpoint={jobEndpoints.massPublish}
            sentence={`Опубликовать ${countOf(drafts.length, JOB_COUNT_WORDS)}. Исполнители увидят их сразу или после проверки модератором`}
            submitTitle="Опубликовать"
            input={() => ({ body: { jobIDs: drafts } })}
            done={publicationOf}
            alsoChanges={ALL_JOB_LISTS}
            onDone={selection.clear}
          />
        </ModalFrame>
      ) : null}
      {asked === "tags" ? (
        <JobTagsModal jobIDs={jobIDs} onClose={close} onDone={selection.clear} />
      ) : null}
      {asked === "cancel" ? (
        <ForceCancelModal
          jobIDs={jobIDs}
          sentence={`Отменить ${countOf(jobIDs.length, JOB_COUNT_WORDS)}. Замороженные деньги вернутся на баланс. Исполнителям заданий, которые уже выполняются, будет предложено завершить их без оплаты`}
          onClose={close}
          onDone={selection.clear}
        />
      ) : null}
    </>
  );
}
