import { Alert } from "antd";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { Guide } from "./guide.tsx";

/** Giving the platform access in «Мой налог». Source: specification §2. */
export default function MyTaxPage() {
  return (
    <>
      <TitleBar title="Как подключить «Мой налог»" />
      <Alert
        type="info"
        showIcon
        style={{ marginBottom: 12 }}
        message="Зачем нужен доступ"
        description={
          <>
            Платформа формирует чеки за вас и видит начисленный налог. Снимать деньги или менять
            ваши данные она не может, доступ можно забрать в любой момент.{" "}
            <PageLink to="/profile/questionnaire">Вернуться к анкете</PageLink>
          </>
        }
      />
      <Guide
        title="Как разрешить доступ"
        ways={[
          {
            key: "app",
            label: "Приложение «Мой налог»",
            steps: [
              {
                title: "Откройте уведомление",
                text: "В «Мой налог» придёт запрос от платформы: колокольчик вверху экрана.",
                button: "Уведомления",
              },
              {
                title: "Посмотрите, какие права запрошены",
                text: "Регистрация доходов, сведения о начислениях, аннулирование чека по ошибке.",
                button: "Подробнее",
              },
              {
                title: "Разрешите доступ",
                text: "Статус в анкете сменится сам в течение минуты.",
                button: "Разрешить",
              },
              {
                title: "Если запроса нет",
                text: "Прочее → Партнёры → выберите платформу. Или вернитесь в анкету и отправьте запрос ещё раз.",
                button: "Партнёры",
              },
            ],
          },
          {
            key: "site",
            label: "Сайт lknpd.nalog.ru",
            steps: [
              {
                title: "Войдите на lknpd.nalog.ru",
                text: "По ИНН и паролю или через Госуслуги.",
                button: "Войти",
              },
              {
                title: "Откройте «Настройки» → «Партнёры»",
                text: "Запрос платформы будет первым в списке.",
                button: "Партнёры",
              },
              {
                title: "Разрешите доступ",
                text: "Статус в анкете сменится сам в течение минуты.",
                button: "Разрешить",
              },
            ],
          },
        ]}
      />
    </>
  );
}
