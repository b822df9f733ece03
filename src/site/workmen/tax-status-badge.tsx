import type { Workman } from "#contract/workmen/workman.ts";

/** Green once confirmed by the tax service. */
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
