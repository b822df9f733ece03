import type { JobRegistryItem } from "#contract/registries/registry-item.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { appliedParts } from "../applied/applied-parts.tsx";
import { RegistryShow } from "../registry-show-view.tsx";
import { JOB } from "./job-kind.ts";

const PARTS = appliedParts<JobRegistryItem>(JOB, {
  named: [{ key: "title", title: "Задание" }],
  links: ({ jobs }) =>
    jobs.length === 0 ? null : (
      <>
        {jobs.slice(0, 3).map(({ id }, index) => (
          <span key={id}>
            {index > 0 ? ", " : ""}
            <PageLink to={`/jobs/${id}`}>Задание {id}</PageLink>
          </span>
        ))}
        {jobs.length > 3 ? ` и ещё ${jobs.length - 3}` : ""}
      </>
    ),
});

export default function JobRegistryShow() {
  return <RegistryShow kind={JOB} parts={PARTS} />;
}
