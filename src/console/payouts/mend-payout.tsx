import { Alert, Button, Flex } from "antd";
import { payoutEndpoints, type Payout } from "#contract/payouts/payout-endpoints.ts";
import { isMendedByDestination, mendingAdvice } from "#contract/payouts/payout-failures.ts";
import { LONG_WORDS } from "#console/kit/finger-size.tsx";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { PAYOUT_LISTS } from "./payout-lists.ts";

/** Why the worker's money has not arrived, and the button that mends it. */
export function MendPayout({
  payout: { id, state, triesCount, failureReason, permissions },
}: {
  readonly payout: Payout;
}) {
  const { open } = useModal();
  const isPhone = useIsPhone();
  const { run, isRunning } = useCommand(payoutEndpoints.retry, {
    done: "Выплата отправлена ещё раз",
    changes: PAYOUT_LISTS,
  });
  if (failureReason === null) return null;
  const sendAgain = () => void run({ params: { id } });
  const changeFirst = permissions.retry && isMendedByDestination(failureReason.id);
  return (
    <Alert
      type="error"
      showIcon
      message={`Деньги не дошли: ${failureReason.title}`}
      description={
        <>
          <p style={{ marginTop: 0 }}>
            {mendingAdvice(failureReason.id, "workman", { state: state.id, triesCount })}
          </p>
          {permissions.retry ? (
            <Flex gap="small" wrap>
              {changeFirst ? (
                <Button
                  type="primary"
                  loading={isRunning}
                  {...(isPhone ? { style: LONG_WORDS } : {})}
                  onClick={() => open("requisite-change", { onSaved: sendAgain })}
                >
                  Сменить карту и отправить снова
                </Button>
              ) : null}
              <Button
                type={changeFirst ? "default" : "primary"}
                loading={isRunning}
                onClick={sendAgain}
              >
                Отправить снова
              </Button>
            </Flex>
          ) : null}
        </>
      }
      style={{ marginBottom: 16 }}
    />
  );
}
