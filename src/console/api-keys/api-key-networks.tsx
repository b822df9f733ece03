import { Form } from "antd";
import { useState } from "react";
import { apiKeyEndpoints } from "#contract/api-keys/api-key-endpoints.ts";
import type { ApiKey } from "#contract/api-keys/api-key.ts";
import { loosensNetworks } from "#contract/approvals/loosening.ts";
import { LOOSENING_REASON, looseningCode } from "#console/kit/loosening.ts";
import { NETWORKS_HINT, NETWORKS_LABEL, NetworksField } from "./networks-field.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import { useUnsaved } from "#console/kit/use-unsaved.ts";

/** A new place takes the owner's code. */
export function ApiKeyNetworks({ apiKey }: { readonly apiKey: ApiKey }) {
  const { id, title, ips: before } = apiKey;
  const [ips, setIps] = useState<string[]>([...before]);
  useUnsaved(ips.join(" ") !== before.join(" "));
  const isLooser = loosensNetworks(before, ips);
  return (
    <RecordForm
      endpoint={apiKeyEndpoints.updateNetworks}
      sentence={
        isLooser
          ? `Ключ станет приниматься и с других адресов. ${LOOSENING_REASON}`
          : "С остальных адресов ключ перестанет приниматься сразу"
      }
      submitTitle="Сохранить адреса"
      {...(isLooser ? { code: looseningCode({ keyNetworks: { id, ips } }) } : {})}
      input={(_, otp) => ({ params: { id }, body: { ips, ...(otp ? { otp } : {}) } })}
      done={`Адреса ключа «${title}» сохранены`}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={NETWORKS_LABEL} htmlFor="key-networks" extra={NETWORKS_HINT}>
          <NetworksField id="key-networks" value={ips} onChange={setIps} />
        </Form.Item>
      </Form>
    </RecordForm>
  );
}
