import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { NewEmailForm } from "#console/kit/new-email-form.tsx";
import { reloadMe } from "#web/session/session.ts";

export default function EmailChangeModal() {
  return (
    <NewEmailForm
      endpoint={authEndpoints.changeEmail}
      action="EMAIL_CHANGE"
      sentence="Код придёт письмом на новый адрес. Если письма нет, проверьте папку «Спам»"
      label="Новый e-mail"
      placeholder="ivanova@company.ru"
      submitTitle="Сменить e-mail"
      input={(email, code) => ({ body: { email, code } })}
      done="E-mail сменён"
      onDone={() => void reloadMe()}
    />
  );
}
