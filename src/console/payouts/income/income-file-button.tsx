import { DownloadOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import type { QueryOf } from "#contract/kernel/define-endpoints.ts";
import { payoutEndpoints } from "#contract/payouts/payout-endpoints.ts";
import type { ListFilters } from "#console/kit/use-paged-list.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";

interface IncomeFileButtonProps {
  /** The file has what the list's filters match. */
  readonly filters: ListFilters;
  readonly isEmpty: boolean;
}

/** Payouts as a file, with totals by month and customer. */
export function IncomeFileButton({ filters, isEmpty }: IncomeFileButtonProps) {
  const download = useDownload(payoutEndpoints.incomeFile);
  const items = (["xlsx", "csv"] as const).map((format) => ({
    key: format,
    label: format === "xlsx" ? "Excel: выплаты и итоги" : "CSV: только выплаты",
    onClick: () =>
      void download({
        query: { ...(filters as QueryOf<typeof payoutEndpoints.incomeFile>), format },
      }),
  }));
  return (
    <Dropdown trigger={["click"]} menu={{ items }} disabled={isEmpty}>
      <Button icon={<DownloadOutlined aria-hidden />}>Выгрузить</Button>
    </Dropdown>
  );
}
