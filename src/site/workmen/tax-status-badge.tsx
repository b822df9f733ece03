import type { Workman } from "#contract/workmen/workman.ts";

/** How the worker pays tax; green when the tax service has confirmed it. */
export function TaxStatusBadge({
  workman: { taxpayerType, isSmzConfirmed },
}: {
  readonly workman: Pick<Workman, "taxpayerType" | "isSmzConfirmed">;
}) {
  const isConfirmable = taxpayerType.id === "SMZ" || taxpayerType.id === "IP_SMZ";
  const isConfirmed = isConfirmable && isSmzConfirmed;
  return (
    <span className="badge" data-kind={isConfirmed ? "success" : undefined}>
      {taxpayerType.title}
      {isConfirmed ? ", статус подтверждён" : ""}
    </span>
  );
}
