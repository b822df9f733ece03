import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import type { jobEndpoints } from "#contract/jobs/job-endpoints.ts";

export function publicationOf({
  publishedCount,
  sentToModerationCount,
  failed,
}: AnswerOf<typeof jobEndpoints.massPublish>): string {
  return outcomeOf(
    [
      ["Опубликовано", publishedCount],
      ["На модерации", sentToModerationCount],
    ],
    failed,
  );
}

/** «Опубликовано: 3. Не удалось: 1 (Дата завершения уже прошла)». */
export function outcomeOf(
  counts: readonly (readonly [string, number])[],
  failed: readonly { readonly message: string }[],
): string {
  const done = counts.filter(([, count]) => count > 0).map(([word, count]) => `${word}: ${count}`);
  const reasons = [...new Set(failed.map(({ message }) => message))];
  return [
    ...done,
    ...(failed.length > 0 ? [`Не удалось: ${failed.length} (${reasons.join("; ")})`] : []),
  ].join(". ");
}
