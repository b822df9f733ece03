import { PaperClipOutlined, SendOutlined } from "@ant-design/icons";
import { Button, Flex, Input, Tag, Typography, Upload } from "antd";
import { useRef, useState, type KeyboardEvent } from "react";
import { DOCUMENT_FILE_BYTES } from "#contract/kernel/uploads.ts";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import { MESSAGE_MAX } from "#contract/job-offers/message.ts";
import { OFFER_FILE_ENDINGS } from "#contract/job-offers/offer-file.ts";
import { refusalOf } from "#console/kit/file-drop.tsx";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import type { Outbox } from "./use-outbox.ts";

/** Ms; «печатает…» is shown a little longer. */
const TYPING_NOTICE_MS = 3000;

/** On a phone Enter starts a line. */
export function ChatComposer({
  offerId,
  outbox: { text, setText, send },
}: {
  readonly offerId: number;
  readonly outbox: Outbox;
}) {
  const isPhone = useIsPhone();
  const [file, setFile] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const notifiedAt = useRef(0);
  const isEmpty = text.trim() === "" && file === null;
  const handleChange = (next: string) => {
    setText(next);
    if (next.trim() === "" || Date.now() - notifiedAt.current < TYPING_NOTICE_MS) return;
    notifiedAt.current = Date.now();
    // May be lost.
    requestEndpoint(jobOfferEndpoints.typing, { params: { id: offerId } }).catch(() => undefined);
  };
  const handleSend = () => {
    if (isEmpty) return;
    send(text, file);
    setFile(null);
    notifiedAt.current = 0;
  };
  const handleEnter = (event: KeyboardEvent) => {
    if (event.shiftKey || isPhone || event.nativeEvent.isComposing) return;
    event.preventDefault();
    handleSend();
  };
  const handleFile = (chosen: File) => {
    const problem = refusalOf(chosen, OFFER_FILE_ENDINGS, DOCUMENT_FILE_BYTES);
    setRefusal(problem);
    setFile(problem ? null : chosen);
    return Upload.LIST_IGNORE;
  };
  return (
    <Flex vertical gap={8}>
      {refusal === null ? null : (
        <Typography.Text type="danger" role="alert">
          {refusal}
        </Typography.Text>
      )}
      {file === null ? null : (
        <div>
          <Tag
            closable={{ "aria-label": "Убрать файл" }}
            onClose={() => setFile(null)}
            style={{ maxWidth: "100%", whiteSpace: "normal" }}
          >
            {file.name}
          </Tag>
        </div>
      )}
      <Flex gap={8} align="flex-end">
        <Upload
          accept={OFFER_FILE_ENDINGS.join(",")}
          showUploadList={false}
          fileList={[]}
          beforeUpload={handleFile}
        >
          <Button
            icon={<PaperClipOutlined aria-hidden />}
            aria-label="Приложить фотографию или PDF"
            title="Фотография или PDF, не более 10 МБ"
          />
        </Upload>
        <Input.TextArea
          aria-label="Сообщение"
          placeholder="Сообщение"
          autoSize={{ minRows: 1, maxRows: 5 }}
          maxLength={MESSAGE_MAX}
          value={text}
          onChange={({ target }) => handleChange(target.value)}
          onPressEnter={handleEnter}
        />
        <Button
          type="primary"
          icon={<SendOutlined aria-hidden />}
          aria-label="Отправить"
          disabled={isEmpty}
          onClick={handleSend}
        />
      </Flex>
    </Flex>
  );
}
