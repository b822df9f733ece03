import { Form } from "antd";
import { useState } from "react";
import { apiKeyEndpoints } from "#contract/api-keys/api-key-endpoints.ts";
import type { ApiKey } from "#contract/api-keys/api-key.ts";
import { loosensNetworks } from "#contract/approvals/loosening.ts";
import { ActionModal } from "#console/kit/action-modal.tsx";
import { LOOSENING_REASON, looseningCode } from "#console/kit/loosening.ts";
import { NETWORKS_HINT, NETWORKS_LABEL, NetworksField } from "./networks-field.tsx";

interface ApiKeyNetworksModalProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** A new place takes the owner's code. */
export function ApiKeyNetworksModal({ apiKey, onClose }: ApiKeyNetworksModalProps) {
  const { id, title, ips: before } = apiKey;
  const [ips, setIps] = useState<string[]>([...before]);
  const isLooser = loosensNetworks(before, ips);
  return (
    <ActionModal
      endpoint={apiKeyEndpoints.updateNetworks}
      title={`Адреса ключа «${title}»`}
      sentence={
        isLooser
          ? `Ключ станет приниматься и с других адресов. ${LOOSENING_REASON}`
          : "С остальных адресов ключ перестанет приниматься сразу"
      }
      hasTyped={ips.join(" ") !== before.join(" ")}
      submitTitle="Сохранить адреса"
      {...(isLooser ? { code: looseningCode({ keyNetworks: { id, ips } }) } : {})}
      input={({ otp }) => ({ params: { id }, body: { ips, ...(otp ? { otp } : {}) } })}
      done={`Адреса ключа «${title}» сохранены`}
      changes={["api-keys"]}
      onClose={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={NETWORKS_LABEL} htmlFor="key-networks" extra={NETWORKS_HINT}>
          <NetworksField id="key-networks" value={ips} onChange={setIps} />
        </Form.Item>
      </Form>
    </ActionModal>
  );
}
