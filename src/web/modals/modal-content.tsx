import {
  Component,
  createElement,
  lazy,
  Suspense,
  useEffect,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from "react";
import { useLocation } from "react-router";
import type { ModalControls, ModalEntry, ModalName } from "./modal-catalogue.ts";
import {
  closeModal,
  lockModal,
  modalEntries,
  useOpenModal,
  type OpenModal,
} from "./modal-store.ts";

const AUTHORIZATION = /^\/(app\/)?(authorization|login)$/;

type Content = ComponentType<ModalControls>;
const loaded = new WeakMap<ModalEntry<ModalName>, LazyExoticComponent<Content>>();

/** Closed on the authorization page. Source: specification §2, «Modals». */
export function useShownModal(): {
  readonly open: OpenModal;
  readonly entry: ModalEntry<ModalName>;
} | null {
  const open = useOpenModal();
  const { pathname } = useLocation();
  useEffect(() => {
    if (AUTHORIZATION.test(pathname)) closeModal();
  }, [pathname]);
  return open ? { open, entry: modalEntries()[open.name] as ModalEntry<ModalName> } : null;
}

/** A failed load shows inside the frame. */
export function ModalContent({
  open,
  entry,
}: {
  readonly open: OpenModal;
  readonly entry: ModalEntry<ModalName>;
}) {
  return (
    <ContentErrors>
      <Suspense fallback={<output className="muted">Загружаем…</output>}>
        {createElement(contentOf(entry), {
          ...open.props,
          close: closeModal,
          setLocked: lockModal,
        })}
      </Suspense>
    </ContentErrors>
  );
}

function contentOf(entry: ModalEntry<ModalName>): LazyExoticComponent<Content> {
  let content = loaded.get(entry);
  if (!content) {
    content = lazy(entry.load as () => Promise<{ default: Content }>);
    loaded.set(entry, content);
  }
  return content;
}

class ContentErrors extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override render() {
    return this.state.hasFailed ? (
      <p role="alert">Не удалось открыть окно. Закройте его и повторите</p>
    ) : (
      this.props.children
    );
  }
}
