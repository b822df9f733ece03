import { Form, Rate } from "antd";
import { CountedArea } from "#console/kit/counted-area.tsx";

export const REVIEW_LABELS = { jobID: "Задание", score: "Оценка", text: "Отзыв" } as const;
const SHORTEST = 10;
const LONGEST = 2000;
const SCORES = ["Плохо", "Ниже ожиданий", "Нормально", "Хорошо", "Отлично"];

export function ReviewFields({ textHint }: { readonly textHint: string }) {
  return (
    <>
      <Form.Item name="score" label={REVIEW_LABELS.score} rules={[{ validator: checkScore }]}>
        <Rate tooltips={SCORES} />
      </Form.Item>
      <Form.Item
        name="text"
        label={REVIEW_LABELS.text}
        extra={textHint}
        validateTrigger="onSubmit"
        rules={[{ validator: checkText }]}
      >
        <CountedArea rows={5} maxLength={LONGEST} />
      </Form.Item>
    </>
  );
}

/** `required` would set `aria-required` on the stars, where ARIA forbids it. */
function checkScore(_: unknown, score: number | undefined): Promise<void> {
  return score ? Promise.resolve() : Promise.reject(new Error("Поставьте оценку"));
}

function checkText(_: unknown, text: string | undefined): Promise<void> {
  return (text ?? "").trim().length >= SHORTEST
    ? Promise.resolve()
    : Promise.reject(new Error(`Напишите хотя бы ${SHORTEST} символов`));
}
