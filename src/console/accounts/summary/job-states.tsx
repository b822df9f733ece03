import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import type { JobState } from "#contract/jobs/job-states.ts";
import { countOf } from "#contract/values/plural.ts";
import { Chart } from "#console/kit/chart.tsx";
import { listLink } from "#console/kit/list-link.ts";
import { useHasPage } from "#web/ui/page-index.ts";

type Jobs = NonNullable<AccountSummary["jobsByState"]>;

/** Groups of the specification's icons (§4). */
const TONES: Readonly<Record<JobState, StateTone>> = {
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
const JOBS = "/profile/jobs";
const ROW_PX = 32;

/** Bars link to the lists; counts are also text for screen readers. */
export function JobStates({ jobs }: { readonly jobs: Jobs }) {
  const hasPage = useHasPage();
  const counted = jobs.filter(({ count }) => count > 0);
  if (counted.length === 0)
    return <p className="muted">Заданий пока нет. Создайте первое — это займёт пару минут</p>;
  const points = counted.map(({ state, count }) => ({
    key: state.id,
    label: `${state.title}: ${count.toLocaleString("ru-RU")}`,
    title: state.title,
    parts: [
      {
        value: count,
        hint: countOf(count, ["задание", "задания", "заданий"]),
        tone: TONES[state.id],
        to: hasPage(JOBS) ? listLink(JOBS, { states: [state.id] }) : undefined,
      },
    ],
  }));
  return (
    <Chart
      label={points.map(({ label }) => label).join(", ")}
      points={points}
      height={points.length * ROW_PX + 40}
      format={(value) => value.toLocaleString("ru-RU")}
      isHorizontal
    />
  );
}
