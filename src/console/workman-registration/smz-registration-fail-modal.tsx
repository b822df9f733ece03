import { Alert, Button } from "antd";
import { useNavigate } from "react-router";
import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import type { ModalControls } from "#web/modals/modal-catalogue.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { closeFailure } from "./closed-modals.ts";
import { STATUS_WORDS } from "./registration-labels.ts";
import { WindowFoot } from "#console/kit/window-foot.tsx";

/** Correct now, or dismiss for a day. */
export default function SmzRegistrationFailModal({ close }: ModalControls) {
  const { data } = useRead(workmanRegistrationEndpoints.profile, {}, { silent: true });
  const navigate = useNavigate();
  const status = data?.status.id;
  const words = status && status !== "DRAFT" && status !== "READY" ? STATUS_WORDS[status] : null;
  const reason = data?.error ?? data?.message;
  // A service failure ends by itself.
  const isFailure = words?.result === "warning";
  return (
    <>
      <p>
        <strong>{words?.title}</strong>. {words?.text}
      </p>
      {reason ? <Alert type="error" message={reason} style={{ marginBottom: 16 }} /> : null}
      <WindowFoot>
        <Button
          type={isFailure ? "default" : "primary"}
          onClick={() => {
            close();
            void navigate("/profile/smz-update");
          }}
        >
          {isFailure ? "Проверить данные" : "Исправить данные"}
        </Button>
        <Button
          type={isFailure ? "primary" : "default"}
          onClick={() => {
            closeFailure();
            close();
          }}
        >
          {isFailure ? "Понятно, подожду" : "Исправлю позже"}
        </Button>
      </WindowFoot>
    </>
  );
}
