import { useEffect, useRef, useState, type FormEvent } from "react";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import type { Job } from "#contract/jobs/job.ts";
import { formatRubles, readRubles } from "#console/format/money.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { problemText, useCall } from "#console/providers/data/use-call.ts";
import { useDraft } from "#console/providers/use-draft.ts";
import { LightArea } from "#console/ui/light/light-area.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { DialogMessage, LightDialog } from "#console/ui/light/light-dialog.tsx";
import { LightField } from "#console/ui/light/light-field.tsx";

interface OfferDialogProps {
  readonly job: Job;
  /** `null`: a new one. */
  readonly offer: JobOffer | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
  /** Reads the job again: its terms are not the ones shown here. */
  readonly onStale: () => void;
}

interface Typed {
  readonly amount: string;
  readonly message: string;
}

const MESSAGE_LENGTH = 2000;

/** Answers a job or changes the answer: the sum where the customer asks for one, a word to him always. */
export function OfferDialog({ job, offer, onClose, onDone, onStale }: OfferDialogProps) {
  const asksPrice = job.payType.id === "NEGOTIABLE";
  const draft = useDraft<Typed>(`job-offer:${job.id}`);
  const [typed, setTyped] = useState<Typed>(() => draft.read() ?? { amount: String(offer?.amount ?? "").replace(".", ","), message: offer?.message ?? "" });
  const [amountProblem, setAmountProblem] = useState<string | null>(null);
  const create = useCall(jobOfferEndpoints.create, "Отклик отправлен");
  const update = useCall(jobOfferEndpoints.update, "Отклик изменён");
  const { isRunning, problem } = offer ? update : create;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem || amountProblem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem, amountProblem]);

  const change = (changed: Partial<Typed>) => {
    const next = { ...typed, ...changed };
    setTyped(next);
    draft.keep(next);
    if (changed.amount !== undefined) setAmountProblem(null);
  };
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isRunning) return;
    const read = asksPrice ? readRubles(typed.amount) : null;
    if (read && !read.ok) return setAmountProblem(read.message);
    const answer = { amount: read?.rubles, message: typed.message.trim() };
    try {
      if (offer) await update.run({ body: { jobOfferID: offer.id, ...answer } });
      else await create.run({ body: { jobID: job.id, ...answer, version: job.version } });
    } catch (thrown) {
      // The window shows why.
      if (asHttpError(thrown).code === "changed") onStale();
      return;
    }
    draft.drop();
    onDone();
  };
  const amountErrors = amountProblem === null ? problem?.errors?.["amount"] : [amountProblem];
  return (
    <LightDialog title={offer ? "Изменить отклик" : "Откликнуться на задание"} onClose={onClose} isLocked={isRunning}>
      <form ref={form} onSubmit={(event) => void handleSubmit(event)} noValidate>
        {asksPrice ? (
          <LightField
            label="Ваша цена, ₽"
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            hint={`Заказчик рассчитывает примерно на ${formatRubles(job.budget)}`}
            value={typed.amount}
            errors={amountErrors}
            onChange={(event) => change({ amount: event.target.value })}
          />
        ) : (
          <p>
            Сумма задания: <b className="num">{formatRubles(job.budget)}</b>
          </p>
        )}
        <LightArea
          label="Сообщение заказчику"
          name="message"
          rows={5}
          maxLength={MESSAGE_LENGTH}
          hint="Когда начнёте и почему справитесь; можно не заполнять. Телефон и другие контакты указывать нельзя"
          value={typed.message}
          errors={problem?.errors?.["message"]}
          onChange={(event) => change({ message: event.target.value })}
        />
        <DialogMessage text={problemText(problem, asksPrice ? ["amount", "message"] : ["message"])} />
        <div className="row">
          <LightButton type="submit" isBusy={isRunning}>
            {offer ? "Сохранить" : "Откликнуться"}
          </LightButton>
          <LightButton look="plain" disabled={isRunning} onClick={onClose}>
            Закрыть
          </LightButton>
        </div>
      </form>
    </LightDialog>
  );
}
