import { Form, Input } from "antd";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import type { Job } from "#contract/jobs/job.ts";
import { formatRubles, readRubles } from "#console/format/money.ts";
import { FormModal } from "#console/kit/form-modal.tsx";
import { useDraft } from "#console/providers/use-draft.ts";

interface OfferWindowProps {
  readonly job: Job;
  /** `null`: a new one. */
  readonly offer: JobOffer | null;
  readonly onClose: () => void;
  /** Reads the job again. */
  readonly onSettled: () => void;
}

interface Values {
  /** As it is typed: «1 234,50». */
  readonly amount?: string;
  readonly message?: string;
}

const LABELS = { amount: "Ваша цена, ₽", message: "Сообщение заказчику" } as const;
const MESSAGE_LENGTH = 2000;

/** Answers a job or changes the answer: the sum where the customer asks for one, a word to him always. */
export function OfferWindow({ job, offer, onClose, onSettled }: OfferWindowProps) {
  const asksPrice = job.payType.id === "NEGOTIABLE";
  const draft = useDraft<Values>(`job-offer:${job.id}`);
  const answerOf = ({ amount, message = "" }: Values) => {
    const read = asksPrice ? readRubles(amount ?? "") : null;
    return { amount: read?.ok ? read.rubles : undefined, message: message.trim() };
  };
  const form = { labels: LABELS, draft, initialValues: { amount: String(offer?.amount ?? "").replace(".", ","), message: offer?.message ?? "" }, onClose, onSettled, children: <Fields job={job} asksPrice={asksPrice} /> };
  return offer ? (
    <FormModal<typeof jobOfferEndpoints.update, Values>
      {...form}
      endpoint={jobOfferEndpoints.update}
      title="Изменить отклик"
      submitTitle="Сохранить"
      done="Отклик изменён"
      input={(values) => ({ body: { jobOfferID: offer.id, ...answerOf(values) } })}
    />
  ) : (
    <FormModal<typeof jobOfferEndpoints.create, Values>
      {...form}
      endpoint={jobOfferEndpoints.create}
      title="Откликнуться на задание"
      submitTitle="Откликнуться"
      done="Отклик отправлен"
      input={(values) => ({ body: { jobID: job.id, ...answerOf(values), version: job.version } })}
    />
  );
}

function Fields({ job, asksPrice }: { readonly job: Job; readonly asksPrice: boolean }) {
  return (
    <>
      {asksPrice ? (
        <Form.Item name="amount" label={LABELS.amount} validateTrigger="onSubmit" rules={[{ validator: checkAmount }]} extra={`Заказчик рассчитывает примерно на ${formatRubles(job.budget)}`}>
          <Input inputMode="decimal" autoComplete="off" maxLength={20} />
        </Form.Item>
      ) : (
        <p>
          Сумма задания: <b className="num">{formatRubles(job.budget)}</b>
        </p>
      )}
      <Form.Item name="message" label={LABELS.message} extra="Когда начнёте и почему справитесь; можно не заполнять. Телефон и другие контакты указывать нельзя">
        <Input.TextArea rows={5} maxLength={MESSAGE_LENGTH} />
      </Form.Item>
    </>
  );
}

function checkAmount(_: unknown, text: string | undefined): Promise<void> {
  const read = readRubles(text ?? "");
  return read.ok ? Promise.resolve() : Promise.reject(new Error(read.message));
}
