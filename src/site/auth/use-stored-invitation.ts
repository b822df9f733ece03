import { useEffect, useState } from "react";
import { entryInvitation, forgetInvitation } from "#web/auth/entry-parameters.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { readInvitation, type Refusal, type ValidInvitation } from "#web/auth/invitation.ts";

/**
 * Prefills a form reached without the link.
 *
 * @returns `leave` continues without it.
 */
export function useStoredInvitation() {
  const [invitation, setInvitation] = useState<ValidInvitation | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    const stored = entryInvitation();
    if (!stored.jobInvite && !stored.registryRegistration) return;
    let isOpen = true;
    const show = async () => {
      const read = await readInvitation(callEndpoint, stored);
      if (!isOpen) return;
      if (read.status === "valid") return setInvitation(read);
      if (read.status !== "limited") forgetInvitation();
      setRefusal(read.status);
    };
    // The invite is still matched by phone.
    show().catch(() => undefined);
    return () => {
      isOpen = false;
    };
  }, []);
  const leave = () => {
    forgetInvitation();
    setInvitation(null);
  };
  return { invitation, refusal, leave };
}
