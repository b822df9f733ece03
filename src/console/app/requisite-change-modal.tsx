import { Skeleton } from "antd";
import { lazy, Suspense } from "react";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { useMe } from "#web/session/session.ts";

const OfCompany = lazy(() => import("#console/accounts/requisite-change-modal.tsx"));
const OfWorkman = lazy(() => import("#console/workman-wallet/payment-details-modal.tsx"));

/** The specification has one modal for companies and workers. */
export default function RequisiteChangeModal(props: ModalProps["requisite-change"]) {
  const { isWorkman } = useMe();
  return (
    <Suspense fallback={<Skeleton active />}>
      {isWorkman ? <OfWorkman {...props} /> : <OfCompany />}
    </Suspense>
  );
}
