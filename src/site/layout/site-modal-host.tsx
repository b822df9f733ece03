import { SiteModal } from "#site/ui/site-modal.tsx";
import { useHostedWindow } from "#web/modals/modal-content.tsx";
import { closeModal } from "#web/modals/modal-store.ts";

/** Uses `<dialog>`: the site has no Ant Design. */
export default function SiteModalHost() {
  const hosted = useHostedWindow();
  if (!hosted) return null;
  const { key, content, ...frame } = hosted;
  return (
    <SiteModal key={key} {...frame} onClose={closeModal}>
      {content}
    </SiteModal>
  );
}
