import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { AttentionFigures } from "./summary/summary-figures.tsx";

/**
 * What waits for the company, from its summary; a summary that cannot be read is no reason to
 * disturb anybody here.
 */
export function WaitingForCompany() {
  const { data } = useRead(accountEndpoints.summary, {}, { resource: "accounts", silent: true });
  return data ? <AttentionFigures attention={data.attention} /> : null;
}
