import { useEffect } from "react";
import { useLocation, useRevalidator } from "react-router";
import { PageLink } from "#web/ui/page-link.tsx";
import { countOf } from "#contract/values/plural.ts";
import { usePageData, type PublicPage } from "#web/routes/page-module.ts";
import { useSession } from "#web/session/session.ts";
import { CatalogueChips, NothingByFilters } from "#site/ui/catalogue-chips.tsx";
import { CatalogueSorts } from "#site/ui/catalogue-sorts.tsx";
import { CityOffer } from "#site/ui/city-field.tsx";
import { SitePager } from "#web/ui/site-pager.tsx";
import { jobsHead } from "./job-catalogue-head.ts";
import { listJobPlaces, loadJobs, type JobCatalogueData } from "./load-job-catalogue.ts";
import { JobFilterForm } from "./job-filter-form.tsx";
import { jobChips, JOB_SORTS, readJobFilters } from "./job-filters.ts";
import { JobLines } from "./job-lines.tsx";
import { JOB_COUNT_WORDS } from "#web/jobs/job-lists.ts";

export const page = {
  load: loadJobs,
  head: jobsHead,
  listAddresses: listJobPlaces,
} satisfies PublicPage<JobCatalogueData>;

export default function JobCatalogue() {
  const { place, branches, cities, account, jobs, meta, readFor } = usePageData<typeof page>();
  useOwnReading(readFor);
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const filters = readJobFilters(query);
  const chips = jobChips(filters, {
    city: cities.find(({ id }) => id === filters.cityId)?.title,
    account: account?.name,
  });
  return (
    <div className="catalogue">
      <h1>{place.service?.title ?? place.group?.title ?? "Задания"}</h1>
      <Branches place={place} branches={branches} />
      <JobFilterForm filters={filters} query={query} cities={cities} />
      <CatalogueChips chips={chips} />
      <div className="catalogue-count" id="list" tabIndex={-1}>
        <output aria-live="polite">{countOf(meta.total, JOB_COUNT_WORDS)}</output>
        <CityOffer cities={cities} value={filters.cityId} />
        {meta.total > 1 ? <CatalogueSorts sorts={JOB_SORTS} now={filters.sort} /> : null}
      </div>
      {jobs.length > 0 ? (
        <JobLines jobs={jobs} />
      ) : chips.length > 0 ? (
        <NothingByFilters chips={chips} />
      ) : (
        <NoJobs isAll={place.group === null} />
      )}
      <SitePager {...meta} label="Страницы заданий" parameter="page" topId="list" />
    </div>
  );
}

/** The server renders for a guest; workers also see jobs for favourites. */
function useOwnReading(readFor: number | null): void {
  const { me } = useSession();
  const { revalidate } = useRevalidator();
  const workmanId = me?.isWorkman ? me.id : null;
  useEffect(() => {
    if (workmanId !== null && workmanId !== readFor) void revalidate();
  }, [workmanId, readFor, revalidate]);
}

function Branches({
  place: { group, service },
  branches,
}: Pick<JobCatalogueData, "place" | "branches">) {
  return (
    <nav aria-label={group ? "Услуги" : "Категории"}>
      <ul className="plain-list catalogue-branches" data-scroll="">
        <li>
          <PageLink
            className="chip"
            to={service && group ? `/jobs/${group.slug}` : group ? "/jobs" : "/jobs/services"}
          >
            {service && group ? `← ${group.title}` : group ? "← Все задания" : "Все категории"}
          </PageLink>
        </li>
        {branches.map(({ title, path, count }) => (
          <li key={path}>
            <PageLink className="chip" to={path}>
              {title} <span className="muted">{count}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NoJobs({ isAll }: { readonly isAll: boolean }) {
  return (
    <section className="card" aria-labelledby="no-jobs">
      <h2 id="no-jobs">{isAll ? "Заданий пока нет" : "В этой категории заданий пока нет"}</h2>
      <p>Новые задания появляются здесь сразу после проверки модератором.</p>
      {isAll ? null : (
        <PageLink className="button button-plain" to="/jobs">
          Посмотреть все задания
        </PageLink>
      )}
    </section>
  );
}
