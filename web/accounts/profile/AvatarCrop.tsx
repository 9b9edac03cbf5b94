import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ReactCrop } from 'react-image-crop'
import { minImageWidth } from '#shared/platform/files/limits.ts'
import { forgetUpload, type KeptUpload } from '#web/forms/uploads/kept-uploads.ts'
import { leave, sendInPieces } from '#web/forms/uploads/send-in-pieces.ts'
import { sentWords } from '#web/forms/uploads/sent-words.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { RangeField } from '#web/platform/ui/RangeField.tsx'
import './crop.css'
import { words } from '#web/platform/ui/words.ts'
import styles from './AvatarCrop.module.css'
import { firstSquare, fromPercent, resized, type Square, toPercent, withinPicture } from './crop-square.ts'
import type { OpenedPicture } from './open-picture.ts'
import { portraitPlace } from './queries.ts'

const russian = {
  cropArea: 'Область фотографии. Двигайте стрелками, с Shift — быстрее',
  nwDragHandle: 'Левый верхний угол',
  nDragHandle: 'Верхний край',
  neDragHandle: 'Правый верхний угол',
  eDragHandle: 'Правый край',
  seDragHandle: 'Правый нижний угол',
  sDragHandle: 'Нижний край',
  swDragHandle: 'Левый нижний угол',
  wDragHandle: 'Левый край',
}

const percentOf = (value: number, whole: number) => `${whole > 0 ? Math.round((value / whole) * 100) : 0} %`

interface AvatarCropProps {
  picture: OpenedPicture
  /** The upload of the picture that an earlier page has begun. */
  kept?: KeptUpload | undefined
  onClose: () => void
  onDone: () => void
}

/** Chooses the square of the picture for the avatar: by dragging, arrow keys or sliders. */
export function AvatarCrop({ picture, kept, onClose, onDone }: AvatarCropProps) {
  const [square, setSquare] = useState(() => firstSquare(picture))
  const [sent, setSent] = useState({ part: 0, waiting: false })
  const sending = useRef<AbortController>(null)
  const max = Math.min(picture.width, picture.height)
  const put = (next: Square) => setSquare(withinPicture(next, picture, minImageWidth))

  const saving = useMutation({
    mutationFn: () => {
      sending.current = new AbortController()
      setSent({ part: 0, waiting: false })
      const { signal } = sending.current
      const onProgress = (part: number, waiting: boolean) => setSent({ part, waiting })
      return sendInPieces(
        { file: picture.file, purpose: 'avatar', place: portraitPlace, kept, signal, onProgress },
        (upload_id) => api('POST /user/profile/avatar/:upload_id', { params: { upload_id }, query: square }),
      )
    },
    onSuccess: onDone,
  })
  // Another page may continue the upload, but not after the person has closed the dialog.
  useEffect(() => () => sending.current?.abort(leave), [])
  const close = () => {
    sending.current?.abort()
    if (kept) void forgetUpload(kept.id)
    onClose()
  }
  return (
    <Dialog
      title="Какую часть показать"
      isOpen
      onClose={close}
      role="alertdialog"
      actions={
        <>
          <Button pending={saving.isPending} pendingText="Отправляем…" onClick={() => saving.mutate()}>
            Сохранить
          </Button>
          <Button kind="quiet" onClick={close}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <div className={styles.crop}>
        <FailureNotice error={isFailure(saving.error, 'ABORTED') ? null : saving.error} />
        {saving.isPending && (
          <div className={styles.sliders}>
            <ProgressBar
              label={sent.part < 1 ? 'Отправляем фотографию' : 'Сохраняем фотографию'}
              value={sent.part * 100}
              announced
            />
            <p className={styles.sent}>{sentWords(sent.part, picture.file.size, sent.waiting)}</p>
          </div>
        )}
        <ReactCrop
          className={styles.picture ?? ''}
          crop={toPercent(square, picture)}
          onChange={(_pixels, percent) => percent.width > 0 && put(fromPercent(percent, picture))}
          aspect={1}
          circularCrop
          keepSelection
          ariaLabels={russian}
        >
          <img className={styles.image} src={picture.url} alt="Выбранная фотография" />
        </ReactCrop>
        <div className={styles.sliders}>
          <RangeField
            label="Размер"
            name="crop-side"
            min={minImageWidth}
            max={max}
            disabled={max === minImageWidth}
            words={percentOf(square.side, max)}
            value={square.side}
            onChange={(side) => setSquare(resized(square, side, picture, minImageWidth))}
          />
          <RangeField
            label="Левее или правее"
            name="crop-x"
            min={0}
            max={picture.width - square.side}
            disabled={picture.width === square.side}
            words={percentOf(square.x, picture.width - square.side)}
            value={square.x}
            onChange={(x) => put({ ...square, x })}
          />
          <RangeField
            label="Выше или ниже"
            name="crop-y"
            min={0}
            max={picture.height - square.side}
            disabled={picture.height === square.side}
            words={percentOf(square.y, picture.height - square.side)}
            value={square.y}
            onChange={(y) => put({ ...square, y })}
          />
        </div>
      </div>
    </Dialog>
  )
}
