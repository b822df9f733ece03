import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { ToDoToday } from "./summary/to-do-today.tsx";

/** Hidden when the read fails. */
export function WaitingForCompany() {
  const { data } = useRead(accountEndpoints.summary, {}, { silent: true });
  return data ? <ToDoToday at={data.at} attention={data.attention} /> : null;
}
