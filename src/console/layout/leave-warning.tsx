import { Button, Flex } from "antd";
import { useCallback } from "react";
import { useBeforeUnload, useBlocker, type BlockerFunction } from "react-router";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import { hasUnsaved } from "#web/session/unsaved-changes.ts";

/**
 * Confirms leaving a page with unsaved fields. One for all forms, because the router allows one
 * blocker. Forms with a draft are exempt. Source: `console.md` §4, forms.
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

/** Changing a filter or drawer in the URL keeps the form mounted; changing the tab does not. */
const isLoss: BlockerFunction = ({ currentLocation: from, nextLocation: to }) =>
  hasUnsaved() && (from.pathname !== to.pathname || tabOf(from.search) !== tabOf(to.search));

function tabOf(search: string): string | null {
  return new URLSearchParams(search).get("tab");
}
