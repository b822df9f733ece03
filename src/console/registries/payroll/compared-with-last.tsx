import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { comparedSentence, NO_FORMER } from "../registry-labels.ts";

export const ComparedPeople = lazy(async () => ({
  default: (await import("./compared-people.tsx")).ComparedPeople,
}));

interface ComparedWithLastProps {
  readonly info: PayrollInfo;
  /** Closes the window around it: a person's row is opened behind. */
  readonly onLeave: () => void;
}

/** Before a start; nothing while it is counted or cannot be. */
export function ComparedWithLast({ info, onLeave }: ComparedWithLastProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useRead(
    payrollRegistryEndpoints.compare,
    { params: { id: info.id }, query: { perPage: 1 } },
    { silent: true, staleTimeMs: 0 },
  );
  if (!data) return null;
  if (data.with === null) return <p className="muted">{NO_FORMER}</p>;
  return (
    <p>
      {comparedSentence(data)}{" "}
      <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => setIsOpen(true)}>
        Кто именно
      </Button>
      {isOpen ? (
        <Suspense>
          <ComparedPeople info={info} onClose={() => setIsOpen(false)} onLeave={onLeave} />
        </Suspense>
      ) : null}
    </p>
  );
}
