import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ReactCrop } from 'react-image-crop'
import { minImageWidth } from '#shared/files/limits.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { sendFile } from '#web/platform/api/send-file.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { RangeField } from '#web/platform/ui/RangeField.tsx'
import './crop.css'
import styles from './AvatarCrop.module.css'
import { firstSquare, fromPercent, resized, type Square, toPercent, withinPicture } from './crop-square.ts'
import type { OpenedPicture } from './open-picture.ts'

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
  onClose: () => void
  onDone: () => void
}

/** Chooses the square of the picture for the avatar: by dragging, arrow keys or sliders. */
export function AvatarCrop({ picture, onClose, onDone }: AvatarCropProps) {
  const [square, setSquare] = useState(() => firstSquare(picture))
  const [sent, setSent] = useState(0)
  const sending = useRef<AbortController>(null)
  const max = Math.min(picture.width, picture.height)
  const put = (next: Square) => setSquare(withinPicture(next, picture, minImageWidth))

  const saving = useMutation({
    mutationFn: () => {
      sending.current = new AbortController()
      setSent(0)
      const place = new URLSearchParams(Object.entries(square).map(([name, value]) => [name, String(value)]))
      return sendFile(`/user/profile/avatar?${place}`, picture.file, {
        onProgress: setSent,
        signal: sending.current.signal,
      })
    },
    onSuccess: onDone,
  })
  // Closing the dialog stops what it sends.
  useEffect(() => () => sending.current?.abort(), [])
  return (
    <Dialog
      title="Какую часть показать"
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button pending={saving.isPending} pendingText="Отправляем…" onClick={() => saving.mutate()}>
            Сохранить
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Отмена
          </Button>
        </>
      }
    >
      <div className={styles.crop}>
        <FailureNotice error={isFailure(saving.error, 'ABORTED') ? null : saving.error} />
        {saving.isPending && (
          <ProgressBar
            label={sent < 1 ? 'Отправляем фотографию' : 'Сохраняем фотографию'}
            value={sent * 100}
            announced
          />
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
