import { Alert, Button, Flex } from "antd";
import { useNavigate } from "react-router";
import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import type { ModalControls } from "#console/providers/modal-catalogue.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import { closeFailure } from "./closed-windows.ts";
import { STATUS_WORDS, WORKMAN } from "./registration-words.ts";

/** The registration was refused or met a fault: it is corrected now, or put off for a day. */
export default function SmzRegistrationFailModal({ close }: ModalControls) {
  const { data } = useRead(workmanRegistrationEndpoints.profile, {}, { resource: WORKMAN, silent: true });
  const navigate = useNavigate();
  const status = data?.status.id;
  const words = status && status !== "DRAFT" && status !== "READY" ? STATUS_WORDS[status] : null;
  const said = data?.error ?? data?.message;
  return (
    <>
      <p>
        <strong>{words?.title}</strong>. {words?.text}
      </p>
      {said ? <Alert type="error" message={said} style={{ marginBottom: 16 }} /> : null}
      <Flex gap="small" wrap>
        <Button
          type="primary"
          onClick={() => {
            close();
            void navigate("/profile/smz-update");
          }}
        >
          Исправить данные
        </Button>
        <Button
          onClick={() => {
            closeFailure();
            close();
          }}
        >
          Исправлю позже
        </Button>
      </Flex>
    </>
  );
}
