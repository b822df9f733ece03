import { Button } from "antd";
import { useCallback } from "react";
import { useBeforeUnload, useBlocker, type BlockerFunction } from "react-router";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import { WindowFoot } from "#console/kit/window-foot.tsx";
import { hasUnsaved } from "#web/session/unsaved-changes.ts";

/**
 * Warns of unsaved fields. One for all forms: the router allows one blocker. Drafts are exempt.
 * Source: `console.md` §4, forms.
 */
export function LeaveWarning() {
  const blocker = useBlocker(isLoss);
  useBeforeUnload(useCallback((event) => hasUnsaved() && event.preventDefault(), []));
  if (blocker.state !== "blocked") return null;
  return (
    <ModalFrame title="Уйти без сохранения?" widthPx={440} onClose={blocker.reset}>
      <p>Вы изменили поля и не сохранили их. Если уйти, введённое пропадёт</p>
      <WindowFoot>
        <Button onClick={blocker.proceed}>Уйти</Button>
        <Button type="primary" data-first-button="" onClick={blocker.reset}>
          Остаться
        </Button>
      </WindowFoot>
    </ModalFrame>
  );
}

/** A filter or drawer keeps the form mounted; a tab does not. */
const isLoss: BlockerFunction = ({ currentLocation: from, nextLocation: to }) =>
  hasUnsaved() && (from.pathname !== to.pathname || tabOf(from.search) !== tabOf(to.search));

function tabOf(search: string): string | null {
  return new URLSearchParams(search).get("tab");
}
