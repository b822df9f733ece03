import { Input, type GetProps } from "antd";

/** Ant Design's counter would overlap the hint or error below the field. */
const ROOM = { marginBottom: 22 } as const;

export function CountedArea(props: GetProps<typeof Input.TextArea>) {
  return <Input.TextArea {...props} showCount style={ROOM} />;
}
