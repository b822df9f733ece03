import { Select, type SelectProps } from "antd";
import { accountUserEndpoints } from "#contract/account-users/account-user-endpoints.ts";
import { MAX_PER_PAGE } from "#contract/kernel/paging.ts";
import { formatPhone } from "#web/format/phone.ts";
import { useRead } from "#console/calls/use-endpoint.ts";

export const CODE_PERSON_LABEL = "Кому приходят коды";
export const CODE_PERSON_HINT =
  "Когда система запускает выплату или реестр, СМС с кодом получает этот человек. Без его кода деньги не уйдут";

export function CodePersonSelect(select: SelectProps<number>) {
  const { data, isLoading } = useRead(accountUserEndpoints.list, {
    query: { perPage: MAX_PER_PAGE },
  });
  const options = (data?.items ?? [])
    .filter(({ state }) => state.id === "ACTIVE")
    .map(({ id, name, phone, isMe }) => ({
      value: id,
      label: `${name}${isMe ? " (вы)" : ""}, ${formatPhone(phone)}`,
    }));
  return (
    <Select<number>
      showSearch
      optionFilterProp="label"
      loading={isLoading}
      placeholder="Выберите человека"
      options={options}
      {...select}
    />
  );
}
