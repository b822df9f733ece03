import { Alert } from "antd";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { Guide } from "./guide.tsx";

/** Source: specification §2. */
export default function BecomeSelfEmployedPage() {
  return (
    <>
      <TitleBar title="Как стать самозанятым" />
      <Alert
        type="info"
        showIcon
        style={{ marginBottom: 12 }}
        message="Можно ничего не делать самому"
        description={
          <PageLink to="/profile/questionnaire">
            Заполните анкету: мы зарегистрируем вас в ФНС за несколько минут
          </PageLink>
        }
      />
      <Guide
        title="Если хотите зарегистрироваться сами"
        ways={[
          {
            key: "app",
            label: "Приложение «Мой налог»",
            steps: [
              {
                title: "Установите «Мой налог»",
                text: "Приложение ФНС есть в RuStore, Google Play и App Store. Оно бесплатное.",
                button: "Установить",
              },
              {
                title: "Выберите вход",
                text: "По паспорту — без посещения инспекции, или через Госуслуги.",
                button: "Регистрация по паспорту РФ",
              },
              {
                title: "Укажите телефон и регион",
                text: "Телефон возьмите тот же, с которым вы вошли сюда: так мы найдём вас быстрее.",
                button: "Подтвердить",
              },
              {
                title: "Сфотографируйте паспорт и себя",
                text: "Данные прочитаются сами, проверьте их.",
                button: "Зарегистрироваться",
              },
            ],
          },
          {
            key: "site",
            label: "Сайт lknpd.nalog.ru",
            steps: [
              {
                title: "Откройте lknpd.nalog.ru",
                text: "Это личный кабинет плательщика налога на профессиональный доход.",
                button: "Войти",
              },
              {
                title: "Войдите по ИНН или через Госуслуги",
                text: "Пароль — от личного кабинета физлица на nalog.ru.",
                button: "Через портал госуслуг",
              },
              {
                title: "Выберите регион и виды деятельности",
                text: "Их можно сменить позже.",
                button: "Подтвердить",
              },
              {
                title: "Согласитесь с условиями",
                text: "Статус появляется в тот же день.",
                button: "Встать на учёт",
              },
            ],
          },
        ]}
      />
    </>
  );
}
