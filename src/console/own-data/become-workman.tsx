import { Button } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { reloadMe } from "#web/session/session.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";

/** A placeholder: the questionnaire asks for all of it. */
const BODY = { taxpayerTypeID: "SMZ" } as const;

export function BecomeWorkman() {
  const [isAsked, setIsAsked] = useState(false);
  const navigate = useNavigate();
  const begin = async () => {
    await reloadMe();
    void navigate("/profile/questionnaire");
  };
  return (
    <>
      <p>
        С этим же телефоном можно брать задания и получать выплаты: вы останетесь и пользователем
        компании, и исполнителем.
      </p>
      <Button onClick={() => setIsAsked(true)}>Стать исполнителем</Button>
      {isAsked ? (
        <ModalFrame title="Стать исполнителем" onClose={() => setIsAsked(false)} widthPx={480}>
          <RecordForm
            endpoint={workmanEndpoints.create}
            sentence="Откроется анкета исполнителя: паспорт, ИНН и куда получать деньги. Её можно закончить позже; согласия вы дадите на последнем шаге"
            submitTitle="Начать анкету"
            input={() => ({ body: BODY })}
            done="Анкета исполнителя создана"
            onDone={() => void begin()}
          />
        </ModalFrame>
      ) : null}
    </>
  );
}
