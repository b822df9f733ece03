import { Button, type ButtonProps } from "antd";
import type { MouseEvent } from "react";
import { useHref, useLinkClickHandler } from "react-router";
import { usePrefetch } from "#web/ui/page-index.ts";

interface LinkButtonProps extends Pick<
  ButtonProps,
  "type" | "size" | "icon" | "style" | "children"
> {
  readonly to: string;
}

/** Opens in a new tab too. */
export function LinkButton({ to, ...button }: LinkButtonProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <Button
      {...button}
      {...usePrefetch()(to)}
      href={useHref(to)}
      onClick={(event) => follow(event as MouseEvent<HTMLAnchorElement>)}
    />
  );
}
