import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { AttentionFigures } from "./summary/summary-figures.tsx";

/** Hidden when the read fails. */
export function WaitingForCompany() {
  const { data } = useRead(accountEndpoints.summary, {}, { silent: true });
  return data ? <AttentionFigures {...data} /> : null;
}
