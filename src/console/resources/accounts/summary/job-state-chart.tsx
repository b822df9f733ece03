import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import type { JobState } from "#contract/jobs/job-states.ts";

type Jobs = NonNullable<AccountSummary["jobsByState"]>;

/** The groups of the specification's icons (§4): done or open, under way, refused. */
const TONES: Readonly<Record<JobState, "good" | "progress" | "bad">> = {
  PUBLISHED: "good",
  COMPLETED: "good",
  DRAFT: "good",
  FINISHED: "good",
  MODERATION: "progress",
  WORKMANPENDING: "progress",
  INPROGRESS: "progress",
  CANCELED: "bad",
  REJECTED: "bad",
};

/** Jobs of the exchange by state: a table whose numbers are drawn as bars beside them. */
export function JobStateChart({ jobs }: { jobs: Jobs }) {
  const most = Math.max(...jobs.map(({ count }) => count));
  if (most <= 0) return <p className="muted">Заданий пока нет. Создайте первое — это займёт пару минут</p>;
  return (
    <table className="summary-states">
      <caption className="hidden-text">Задания по состояниям</caption>
      <thead className="hidden-text">
        <tr>
          <th scope="col">Состояние</th>
          <th scope="col">Заданий</th>
        </tr>
      </thead>
      <tbody>
        {jobs.map(({ state, count }) => (
          <tr key={state.id}>
            <th scope="row">{state.title}</th>
            <td>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" data-tone={TONES[state.id]}>
                <rect width={count > 0 ? Math.max(1, (count / most) * 100) : 0} height="10" />
              </svg>
              <span className="num">{count.toLocaleString("ru-RU")}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
