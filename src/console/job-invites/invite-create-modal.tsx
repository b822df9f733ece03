import { Segmented } from "antd";
import { useState } from "react";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { InviteByPhone } from "./invite-by-phone.tsx";
import { InviteToJob } from "./invite-to-job.tsx";
import { InviteToJobs } from "./invite-to-jobs.tsx";
import { InviteWorkmen } from "./invite-workmen.tsx";

const WAYS = [
  { value: "favourites", label: "Из избранных" },
  { value: "catalogue", label: "Из каталога" },
  { value: "phone", label: "По телефону" },
] as const;

type Way = (typeof WAYS)[number]["value"];

/** Asks for what the page lacks: workers or a job. */
export default function InviteCreateModal({
  close,
  ...subject
}: ModalProps["invite-create"] & ModalControls) {
  const isPhone = useIsPhone();
  const [way, setWay] = useState<Way>("favourites");
  if ("workmen" in subject) return <InviteToJob workmen={subject.workmen} close={close} />;
  return (
    <>
      <Segmented<Way>
        vertical={isPhone}
        block={isPhone}
        aria-label="Откуда"
        options={[...WAYS]}
        value={way}
        onChange={setWay}
        style={{ marginBottom: 16, maxWidth: "100%", overflowX: "auto" }}
      />
      {"jobs" in subject ? (
        <InviteToJobs key={way} {...subject} source={way} close={close} />
      ) : way === "phone" ? (
        <InviteByPhone jobId={subject.jobId} />
      ) : (
        <InviteWorkmen key={way} jobId={subject.jobId} source={way} close={close} />
      )}
    </>
  );
}
