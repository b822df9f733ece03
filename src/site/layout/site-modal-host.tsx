import { SiteModal } from "#site/ui/site-modal.tsx";
import { ModalContent, useShownModal } from "#web/modals/modal-content.tsx";
import { closeModal } from "#web/modals/modal-store.ts";

/** Uses `<dialog>`: the site has no Ant Design. */
export default function SiteModalHost() {
  const shown = useShownModal();
  if (!shown) return null;
  const { open, entry } = shown;
  return (
    <SiteModal
      key={open.name}
      title={entry.title}
      widthPx={entry.maxWidthPx}
      isLocked={open.isLocked}
      onClose={closeModal}
    >
      <ModalContent open={open} entry={entry} />
    </SiteModal>
  );
}
