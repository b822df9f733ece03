import { Button, Flex } from "antd";
import { useCallback } from "react";
import { useBeforeUnload, useBlocker, type BlockerFunction } from "react-router";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import { hasUnsaved } from "#web/session/unsaved-changes.ts";

/**
 * Asks before a page with unsaved fields is left: by a link, by Back, by closing the tab. One for
 * all forms, because the router has room for one blocker. A form with a draft loses nothing and is
 * not asked about. Source: `console.md` §4, forms.
 */
export function LeaveWarning() {
  const blocker = useBlocker(isLoss);
  useBeforeUnload(useCallback((event) => hasUnsaved() && event.preventDefault(), []));
  if (blocker.state !== "blocked") return null;
  return (
    <ModalFrame title="Уйти без сохранения?" widthPx={440} onClose={blocker.reset}>
      <p>Вы изменили поля и не сохранили их. Если уйти, введённое пропадёт</p>
      <Flex gap="small" wrap justify="end">
        <Button onClick={blocker.proceed}>Уйти</Button>
        <Button type="primary" autoFocus onClick={blocker.reset}>
          Остаться
        </Button>
      </Flex>
    </ModalFrame>
  );
}

/**
 * A filter or a drawer in the address leaves the form where it is, another tab of the page takes it
 * away.
 */
const isLoss: BlockerFunction = ({ currentLocation: from, nextLocation: to }) =>
  hasUnsaved() && (from.pathname !== to.pathname || tabOf(from.search) !== tabOf(to.search));

function tabOf(search: string): string | null {
  return new URLSearchParams(search).get("tab");
}
