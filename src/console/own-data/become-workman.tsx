import { Button } from "antd";
import { useNavigate } from "react-router";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { reloadMe } from "#web/session/session.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";

/** A placeholder: the questionnaire asks for all of it. */
const BODY = { taxpayerTypeID: "SMZ" } as const;

export function BecomeWorkman() {
  const { show } = useModal();
  return (
    <>
      <p>
        С этим же телефоном можно брать задания и получать выплаты: вы останетесь и пользователем
        компании, и исполнителем.
      </p>
      <Button onClick={() => show(BECOME)}>Стать исполнителем</Button>
    </>
  );
}

const BECOME: ShownWindow = { title: "Стать исполнителем", content: <BecomeForm /> };

function BecomeForm() {
  const navigate = useNavigate();
  const begin = async () => {
    await reloadMe();
    void navigate("/profile/questionnaire");
  };
  return (
    <RecordForm
      endpoint={workmanEndpoints.create}
      sentence="Откроется анкета исполнителя: паспорт, ИНН и куда получать деньги. Её можно закончить позже; согласия вы дадите на последнем шаге"
      submitTitle="Начать анкету"
      input={() => ({ body: BODY })}
      done="Анкета исполнителя создана"
      onDone={() => void begin()}
    />
  );
}
