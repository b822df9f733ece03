import { PageLink } from "#web/ui/page-link.tsx";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import type { PublicPage } from "#web/routes/page-module.ts";
import { useSession } from "#web/session/session.ts";
import { useHasPage, useRegistrationAddress } from "#web/ui/page-index.ts";
import { HomePicture } from "./home-picture.tsx";
import { HomeFigures, HomeQuestions, HomeRoads, HomeSafety, HomeSteps } from "./home-sections.tsx";
import { organizationOf } from "./organization.ts";
import "#web/ui/site.css";
import "./home.css";

export const page = {
  head: ({ origin }) => ({
    title: "Выплаты самозанятым по реестру",
    description:
      "Компания платит самозанятым по реестру до 100 000 строк, исполнитель получает деньги на карту. Чек и акт оформляются вместе с выплатой.",
    structured: [
      organizationOf(origin),
      {
        "@type": "WebSite",
        name: PLATFORM_COMPANY.product,
        url: `${origin}/`,
        inLanguage: "ru",
        publisher: { "@id": `${origin}/#organization` },
        potentialAction: {
          "@type": "SearchAction",
          target: `${origin}/faq?q={search_term_string}`,
          "query-input": "required name=search_term_string",
        },
      },
    ],
  }),
} satisfies PublicPage;

export default function Home() {
  const { ended } = useSession();
  return (
    <div className="home">
      {ended ? (
        <output className="notice-line" data-kind="warning">
          Сеанс завершён.{" "}
          <PageLink to="/authorization" state={ended}>
            Войдите снова
          </PageLink>{" "}
          — вы вернётесь туда, где остановились, введённые данные сохранены.
        </output>
      ) : null}
      <section className="home-lead">
        <div>
          <h1>Выплаты самозанятым без бумажной работы</h1>
          <p>
            Компания платит по реестру. Исполнитель получает деньги на карту, а чек и акт
            оформляются вместе с выплатой.
          </p>
          <WaysIn />
        </div>
        <HomePicture />
      </section>
      <HomeRoads />
      <HomeSteps />
      <HomeFigures />
      <HomeSafety />
      <HomeQuestions />
      <section className="home-end" aria-labelledby="begin">
        <h2 id="begin">Начните с одного реестра</h2>
        <p>
          Загрузите таблицу и нажмите «Проверить без оплаты»: увидите ошибки, комиссию и итог, не
          потратив ни рубля.
        </p>
        <WaysIn />
      </section>
    </div>
  );
}

function WaysIn() {
  const { status } = useSession();
  const hasPage = useHasPage();
  const registration = useRegistrationAddress();
  return (
    <div className="row">
      {status === "signed-in" ? (
        <PageLink className="button" to="/profile">
          Перейти в личный кабинет
        </PageLink>
      ) : (
        <>
          <PageLink className="button" to={registration}>
            Зарегистрироваться
          </PageLink>
          <PageLink className="button button-plain" to="/app/authorization">
            Войти
          </PageLink>
        </>
      )}
      {hasPage("/jobs") ? <PageLink to="/jobs">Найти задание</PageLink> : null}
    </div>
  );
}
