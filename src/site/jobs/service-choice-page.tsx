import { PageLink } from "#web/ui/page-link.tsx";
import { referenceDataEndpoints } from "#contract/reference-data/reference-data-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import { usePageData, type PageReader, type PublicPage } from "#web/routes/page-module.ts";
import "#web/ui/site.css";
import "#site/ui/catalogue.css";
import { JOB_COUNT_WORDS } from "#web/jobs/job-lists.ts";
import "./service-choice.css";

interface Choice {
  readonly title: string;
  readonly path: string;
  readonly count: number;
}
interface ServiceChoiceData {
  readonly groups: readonly (Choice & { readonly services: readonly Choice[] })[];
}

export const page = {
  async load(read: PageReader): Promise<ServiceChoiceData> {
    const [groups, services] = await Promise.all([
      read(referenceDataEndpoints.serviceGroupList, { query: { orderField: "panelIndex" } }),
      read(referenceDataEndpoints.serviceList),
    ]);
    return {
      groups: groups.items.map(({ id, slug, title, publishedJobsCount }) => ({
        ...{ title, path: `/jobs/${slug}`, count: publishedJobsCount },
        services: services.items
          .filter(({ groupID, isActive }) => groupID === id && isActive)
          .map((one) => ({
            title: one.title,
            path: `/jobs/${slug}/${one.slug}`,
            count: one.publishedJobsCount,
          })),
      })),
    };
  },
  head: () => ({
    title: "Выбор категории заданий",
    description:
      "Категории заданий для самозанятых: торговля, склад, доставка, уборка, строительство, мероприятия, ИТ, дизайн, обучение и другие.",
  }),
} satisfies PublicPage<ServiceChoiceData>;

export default function ServiceChoice() {
  const { groups } = usePageData<typeof page>();
  return (
    <div className="catalogue">
      <h1>Выбор категории</h1>
      <p>
        Выберите, чем хотите заниматься, или посмотрите <PageLink to="/jobs">все задания</PageLink>.
      </p>
      <ul className="plain-list cards">
        {groups.map(({ title, path, count, services }) => (
          <li key={path} className="card service-group">
            <h2>
              <PageLink to={path}>{title}</PageLink>
            </h2>
            <p className="muted">
              {count === 0 ? "Заданий пока нет" : countOf(count, JOB_COUNT_WORDS)}
            </p>
            <ul className="plain-list">
              {services.map((service) => (
                <li key={service.path} className="service-line">
                  <PageLink to={service.path}>{service.title}</PageLink>
                  {service.count > 0 ? <span className="muted num">{service.count}</span> : null}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  );
}
