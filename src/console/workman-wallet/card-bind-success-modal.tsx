import { Button, Flex } from "antd";
import { useLocation, useNavigate } from "react-router";
import type { ModalControls } from "#web/modals/modal-catalogue.ts";
import { PAYMENT_METHODS } from "./wallet-labels.ts";

/** Success modal, when the list of cards has the new one. */
export default function CardBindSuccessModal({ close }: ModalControls) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const showMethods = () => {
    close();
    void navigate(PAYMENT_METHODS);
  };
  return (
    <>
      <p>Банк подтвердил карту: на неё можно получать выплаты и выводить деньги.</p>
      <Flex gap="small" wrap justify="end">
        {pathname === PAYMENT_METHODS ? null : (
          <Button onClick={showMethods}>Способы получения выплат</Button>
        )}
        <Button type="primary" onClick={close}>
          Хорошо
        </Button>
      </Flex>
    </>
  );
}
