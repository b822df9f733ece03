import { DeleteOutlined, UploadOutlined } from "@ant-design/icons";
import { Button, Flex, Typography, Upload } from "antd";
import { useState } from "react";
import { DOCUMENT_FILE_BYTES } from "#contract/kernel/uploads.ts";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import {
  MOST_RESULT_FILES,
  OFFER_FILE_ENDINGS,
  type OfferFile,
} from "#contract/job-offers/offer-file.ts";
import { formatRubles } from "#web/format/money.ts";
import { refusalOf } from "#console/kit/file-drop.tsx";
import { asHttpError, errorText } from "#web/wire/http-error.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { OfferFileView } from "#console/job-offers/parts.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { CommentField, typedComment, type Commented } from "#console/kit/reason-field.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";

/** Uploaded files stay when the modal is closed. */
export function finishWindow(offer: JobOffer, onSettled: () => void): ShownWindow {
  return {
    title: "Завершить задание",
    content: (
      <RecordForm
        endpoint={jobOfferEndpoints.finish}
        sentence={`Заказчик примет результат или предложит изменить выплату. Сейчас к выплате ${formatRubles(offer.amount)}`}
        submitTitle="Завершить"
        input={({ comment }: Commented) => ({
          body: { jobOfferID: offer.id, comment: typedComment(comment) },
        })}
        done="Заказчик узнает, что задание выполнено"
        onSettled={onSettled}
      >
        <ResultFilesField offer={offer} />
        <CommentField hint="Что сделано и где посмотреть результат; можно не заполнять" />
      </RecordForm>
    ),
  };
}

function ResultFilesField({ offer }: { readonly offer: JobOffer }) {
  const [files, setFiles] = useState<readonly OfferFile[]>(offer.resultFiles);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (work: () => Promise<void>) => {
    setIsBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (thrown) {
      setFailure(errorText(asHttpError(thrown)));
    }
    setIsBusy(false);
  };
  const add = (file: File) => {
    const problem = refusalOf(file, OFFER_FILE_ENDINGS, DOCUMENT_FILE_BYTES);
    if (problem) setFailure(problem);
    else {
      void run(async () => {
        const added = await requestEndpoint(jobOfferEndpoints.addResultFile, {
          params: { id: offer.id },
          files: { file },
        });
        setFiles((before) => [...before, added]);
      });
    }
    return Upload.LIST_IGNORE;
  };
  const remove = ({ id }: OfferFile) =>
    run(async () => {
      await requestEndpoint(jobOfferEndpoints.removeResultFile, { params: { id } });
      setFiles((before) => before.filter((one) => one.id !== id));
    });
  return (
    <Flex
      vertical
      gap="small"
      style={{ marginBottom: 16 }}
      role="group"
      aria-label="Файлы результата"
    >
      {files.map((file) => (
        <Flex key={file.id} gap="small" align="center">
          <OfferFileView file={file} />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`Убрать файл ${file.name}`}
            disabled={isBusy}
            onClick={() => void remove(file)}
          />
        </Flex>
      ))}
      {failure === null ? null : (
        <Typography.Text type="danger" role="alert">
          {failure}
        </Typography.Text>
      )}
      {files.length >= MOST_RESULT_FILES ? null : (
        <Upload
          accept={OFFER_FILE_ENDINGS.join(",")}
          showUploadList={false}
          fileList={[]}
          beforeUpload={add}
        >
          <Button icon={<UploadOutlined aria-hidden />} loading={isBusy}>
            Приложить фото или PDF
          </Button>
        </Upload>
      )}
      <Typography.Text type="secondary">
        До {MOST_RESULT_FILES} файлов, каждый не больше 10 МБ. Их увидит только заказчик
      </Typography.Text>
    </Flex>
  );
}
