import { Input, type GetProps } from "antd";

/** Else the counter would overlap the hint or error below. */
const ROOM = { marginBottom: 22 } as const;

export function CountedArea(props: GetProps<typeof Input.TextArea>) {
  return <Input.TextArea {...props} showCount style={ROOM} />;
}
