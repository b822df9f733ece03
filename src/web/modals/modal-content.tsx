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
  closeShownWindow,
  lockModal,
  modalEntries,
  useOpenModal,
} from "./modal-store.ts";
import { WindowContext, type WindowControls } from "./window-controls.ts";

const AUTHORIZATION = /^\/(app\/)?(authorization|login)$/;

type Content = ComponentType<ModalControls>;
const loaded = new WeakMap<ModalEntry<ModalName>, LazyExoticComponent<Content>>();

/** A window as its host draws it. */
interface HostedWindow {
  readonly key: string;
  readonly title: string;
  readonly widthPx?: number;
  readonly isDrawer?: boolean;
  readonly isLocked: boolean;
  readonly content: ReactNode;
}

const IN_HOST: WindowControls = { close: closeModal, setLocked: lockModal };

/** Closed on the authorization page. Source: specification §2, «Modals». */
export function useHostedWindow(): HostedWindow | null {
  const open = useOpenModal();
  const { pathname } = useLocation();
  useEffect(() => {
    if (AUTHORIZATION.test(pathname)) closeModal();
    return closeShownWindow;
  }, [pathname]);
  if (!open) return null;
  const { isLocked } = open;
  if ("content" in open) {
    const { title, widthPx = 480, isDrawer, content } = open;
    return { key: title, title, widthPx, isDrawer, isLocked, content: <Hosted>{content}</Hosted> };
  }
  const entry = modalEntries()[open.name] as ModalEntry<ModalName>;
  return {
    key: open.name,
    title: entry.title,
    widthPx: entry.maxWidthPx,
    isDrawer: entry.isDrawer,
    isLocked,
    content: (
      <Hosted>
        {createElement(contentOf(entry), {
          ...open.props,
          close: closeModal,
        })}
      </Hosted>
    ),
  };
}

/** A failed load shows inside the frame. */
function Hosted({ children }: { readonly children: ReactNode }) {
  return (
    <WindowContext value={IN_HOST}>
      <ContentErrors>
        <Suspense fallback={<output className="muted">Загружаем…</output>}>{children}</Suspense>
      </ContentErrors>
    </WindowContext>
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
