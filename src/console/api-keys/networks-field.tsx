import { Select, type SelectProps } from "antd";
import { MOST_API_KEY_IPS } from "#contract/api-keys/api-key.ts";

export const NETWORKS_LABEL = "Разрешённые IP-адреса";
export const NETWORKS_HINT = "Адрес или подсеть, например 203.0.113.0/24. Пусто — с любого адреса";

export function NetworksField(select: SelectProps<string[]>) {
  return (
    <Select<string[]>
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[",", " ", ";"]}
      maxCount={MOST_API_KEY_IPS}
      placeholder="Любой адрес"
      {...select}
    />
  );
}
