import { useEffect } from "react";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import { ModalContent, useShownModal } from "#web/modals/modal-content.tsx";
import { announceModalHost, closeModal } from "#web/modals/modal-store.ts";

/** Source: specification §2, «Modals». */
const WIDEST_PX = 776;

/** Also beside console parts; other site pages use `SiteModalHost`. */
export function ModalHost() {
  useEffect(announceModalHost, []);
  const shown = useShownModal();
  if (!shown) return null;
  const { open, entry } = shown;
  return (
    <ModalFrame
      key={open.name}
      title={entry.title}
      widthPx={entry.maxWidthPx ?? WIDEST_PX}
      isLocked={open.isLocked}
      onClose={closeModal}
    >
      <ModalContent open={open} entry={entry} />
    </ModalFrame>
  );
}
