import { countOf } from "#contract/values/plural.ts";
import type { PageAddress, PageHead } from "#web/routes/page-module.ts";
import { shorten } from "#web/format/shorten.ts";
import { readJobFilters } from "./job-filters.ts";
import { JOB_COUNT_WORDS } from "#web/jobs/job-lists.ts";
import type { JobCatalogueData } from "./load-job-catalogue.ts";

const TITLE_LENGTH = 60;
const DESCRIPTION_LENGTH = 160;

/** Filtered and later pages are not indexed. */
export function jobsHead(
  { query, path, origin }: PageAddress,
  { place, cities, account, jobs, meta }: JobCatalogueData,
): PageHead {
  const subject = place.service?.title ?? place.group?.title;
  const city = cities.find(({ id }) => id === readJobFilters(query).cityId)?.title;
  const what = [subject, city, account?.name].filter(Boolean).join(", ");
  const isPlain = [...query.values()].every((value) => value === "");
  const total = countOf(meta.total, JOB_COUNT_WORDS);
  return {
    title: shorten(what === "" ? "Задания для самозанятых" : `Задания: ${what}`, TITLE_LENGTH),
    crumb: subject,
    description: shorten(
      `${what === "" ? "Задания компаний для самозанятых" : `${what}: задания для самозанятых`} — ${total}. Бюджет, город, сроки и заказчик с отзывами; откликнуться можно онлайн.`,
      DESCRIPTION_LENGTH,
    ),
    canonical: path,
    isIndexed: isPlain,
    structured:
      jobs.length === 0
        ? []
        : [
            {
              "@type": "ItemList",
              itemListElement: jobs.map(({ id, title }, index) => ({
                "@type": "ListItem",
                position: index + 1,
                name: title,
                url: `${origin}/jobs/${id}`,
              })),
            },
          ],
  };
}
