import { Button, Flex, Spin } from "antd";
import { useEffect } from "react";
import { REGISTRATION_IN_PROCESS } from "#contract/workman-registration/registration-states.ts";
import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import type { ModalControls } from "#web/modals/modal-catalogue.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { WindowFoot } from "#console/kit/window-foot.tsx";

/** Closes itself when bank and tax service have answered. */
export default function SmzRegistrationWaitModal({ close }: ModalControls) {
  const { data } = useRead(workmanRegistrationEndpoints.profile, {}, { silent: true });
  const status = data?.status.id;
  useEffect(() => {
    if (status && !REGISTRATION_IN_PROCESS.includes(status)) close();
  }, [status, close]);
  return (
    <>
      <Flex gap="middle" align="center" style={{ marginBottom: 12 }}>
        <Spin />
        <strong role="status">{data?.status.title ?? "Отправляем данные"}</strong>
      </Flex>
      <p>
        Обычно это занимает от 2 до 30 минут. Окно можно закрыть: мы пришлём уведомление, когда всё
        будет готово.
      </p>
      <WindowFoot>
        <Button type="primary" onClick={close}>
          Понятно
        </Button>
        <PageLink to="/profile/questionnaire" onClick={close}>
          Что происходит сейчас
        </PageLink>
      </WindowFoot>
    </>
  );
}
