import { Flex, theme } from "antd";
import type { ReactNode } from "react";
import { useWindow } from "#web/modals/window-controls.ts";

/** Two lines of buttons on a phone: what gets the focus must stand above them. */
export const WINDOW_FOOT_PX = 112;

/**
 * Buttons of a form or another content of a window, in sight while what stands above them is
 * scrolled. On a page they stand where the form ends.
 */
export function WindowFoot({ children }: { readonly children: ReactNode }) {
  const { isWindow } = useWindow();
  const { colorBgElevated } = theme.useToken().token;
  if (!isWindow)
    return (
      <Flex wrap align="center" gap={12}>
        {children}
      </Flex>
    );
  return (
    <Flex
      data-window-foot=""
      wrap
      align="center"
      justify="end"
      gap="small"
      style={{
        position: "sticky",
        bottom: 0,
        // Above pinned columns of a table.
        zIndex: 4,
        // Below and beside the buttons is room for the ring of the focused one.
        marginInline: -4,
        padding: "12px 4px 4px",
        background: `linear-gradient(transparent, ${colorBgElevated} 12px)`,
      }}
    >
      {children}
    </Flex>
  );
}
