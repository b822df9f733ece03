import { Input, type GetProps } from "antd";

/**
 * Room for the counter, which Ant Design hangs below the field, over whatever comes next: a hint or
 * what is wrong.
 */
const ROOM = { marginBottom: 22 } as const;

/** A longer text with the count of its letters. */
export function CountedArea(props: GetProps<typeof Input.TextArea>) {
  return <Input.TextArea {...props} showCount style={ROOM} />;
}
