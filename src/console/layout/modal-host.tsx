import { ModalFrame } from "#console/kit/modal-frame.tsx";
import { useHostedWindow } from "#web/modals/modal-content.tsx";
import { closeModal, useConsoleHost } from "#web/modals/modal-store.ts";

/** Source: specification §2, «Modals». */
const WIDEST_PX = 776;

/** Also beside console parts; other site pages use `SiteModalHost`. */
export function ModalHost() {
  const { isDrawing } = useConsoleHost();
  const hosted = useHostedWindow();
  if (!hosted || !isDrawing) return null;
  const { key, content, widthPx = WIDEST_PX, ...frame } = hosted;
  return (
    <ModalFrame key={key} {...frame} widthPx={widthPx} onClose={closeModal}>
      {content}
    </ModalFrame>
  );
}
